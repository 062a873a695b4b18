import { readFile, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { findChromium } from "../../scripts/chromium.ts";
import type { CoveringTest } from "../../scripts/coverage-rows.ts";
import type { Copy } from "./copy.ts";

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

/** What came of the tests of some rows. */
export interface TestRun {
  passed: number;
  /** Of each test that failed its title and the first line of why. */
  failed: string[];
  /** Files that could not be loaded, and tests of which none ran: nothing is known of them. */
  broken: string[];
}

/** Runs tests in a copy of the product. @param demo data folder in which the demo was loaded */
export async function runTests(
  copy: Copy,
  tests: readonly CoveringTest[],
  demo: () => Promise<string>,
): Promise<TestRun> {
  const all: TestRun = { passed: 0, failed: [], broken: [] };
  for (const [project, cited] of Map.groupBy(tests, ({ file }) => projectOf(file))) {
    const settings = project === "e2e" ? await ofBrowser(copy, demo) : {};
    const run = await runProject(copy, project, cited, settings);
    all.passed += run.passed;
    all.failed.push(...run.failed);
    all.broken.push(...run.broken);
  }
  return all;
}

async function ofBrowser(copy: Copy, demo: () => Promise<string>): Promise<Record<string, string>> {
  await copy.build();
  return { CHROMIUM: findChromium(), DEMO_DATA: await demo() };
}

async function runProject(
  copy: Copy,
  project: string,
  cited: readonly CoveringTest[],
  settings: Record<string, string>,
): Promise<TestRun> {
  const output = join(copy.root, "tests.json");
  await rm(output, { force: true });
  const files = [...new Set(cited.map(({ file }) => file))];
  const args = ["run", "--project", project, ...files, "--reporter=json", `--outputFile=${output}`];
  const titles = cited.flatMap(({ title }) => (title === null ? [] : [escaped(title)]));
  // A file of which all tests are meant has no name to choose by.
  if (titles.length === cited.length) args.push("-t", `(${[...new Set(titles)].join("|")})`);
  // What a broken-off run leaves behind lies in the scratch folder, too.
  const environment = { TMPDIR: dirname(copy.root), ...settings };
  const program = startProgram("node_modules/vitest/vitest.mjs", args, environment, [], "pipe", copy.root);
  await program.ended;
  const text = await readFile(output, "utf8").catch(() => null);
  if (text === null) return { passed: 0, failed: [], broken: [program.output().errors.slice(-500)] };
  const run: TestRun = { passed: 0, failed: [], broken: [] };
  const results = report.parse(JSON.parse(text)).testResults;
  for (const { file, title } of cited) {
    const of = results.find(({ name }) => relative(copy.root, name) === file);
    const ran = (of?.assertionResults ?? []).filter(
      (one) => ["passed", "failed"].includes(one.status) && (title === null || one.title.includes(plain(title))),
    );
    if (ran.length === 0)
      run.broken.push(`${file}, ${title ?? "all"}: ${of?.message?.split("\n")[0] ?? "did not run"}`);
    for (const one of ran) {
      if (one.status === "passed") run.passed++;
      else run.failed.push(`${one.title}: ${one.failureMessages?.[0]?.split("\n")[0] ?? ""}`);
    }
  }
  return run;
}

function projectOf(file: string): "e2e" | "server" | "unit" {
  if (file.startsWith("e2e/")) return "e2e";
  return file.endsWith(".http.test.ts") ? "server" : "unit";
}

/** The longest part of a title without placeholders, of which the titles of the runs have others. */
function plain(title: string): string {
  const parts = title.split(/%[sdifjo#%]|\$\{[^}]*\}|\$\w+/);
  return parts.toSorted((one, other) => other.length - one.length)[0]?.trim() ?? title;
}

function escaped(title: string): string {
  return plain(title).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
