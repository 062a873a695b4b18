import { join } from "node:path";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { type CoverageRow, type CoveringTest, coverageRows } from "../../scripts/coverage-rows.ts";
import { loadDemo } from "../harness/scene.ts";
import { atLeast, type Check, type Finding, none } from "../run/check.ts";
import { copyProduct } from "./copy.ts";
import { type Mutation, testsOf } from "./mutation.ts";
import { mutations } from "./mutations.ts";
import { runTests, type TestRun } from "./run-tests.ts";

/** ROWS="§2 Dialogs;skeleton": the rows with one of these words in their names. */
const wanted = process.env.ROWS?.split(";").map((phrase) => phrase.trim().toLowerCase());

/**
 * Takes away what rows of docs/coverage.md say, one small change of a source at a time, and runs exactly the tests that
 * the row names, of which one must fail. Without a change all of them must pass.
 */
export const coverage: Check = {
  id: "coverage",
  proves:
    "Where docs/coverage.md names a test, the test fails once what the row says is taken out of the sources, and passes before. ROWS=words before this, with ; between them, tries the rows with these words in their names.",
  runsIn: "own name only",
  run: (say) =>
    inScratchFolder(async (scratch) => {
      const rows = coverageRows();
      const tried = mutations.filter(({ row }) => isWanted(rowOf(rows, row).name));
      const copy = await copyProduct(join(scratch, "product"));
      let demo: Promise<string> | null = null;
      const loadedDemo = () => {
        demo ??= loadDemo(join(scratch, "demo")).then(() => join(scratch, "demo"));
        return demo;
      };
      const run = (tests: readonly CoveringTest[]) => runTests(copy, tests, loadedDemo);

      const control = await run(distinct(tried.flatMap((one) => testsOf(rowOf(rows, one.row), one.by))));
      for (const sentence of [...control.failed, ...control.broken]) say(`without a change: ${sentence}`);
      say(`without a change: ${control.passed} tests pass`);
      const counts = { killed: 0, survived: 0, broken: 0 };
      // What needs no build of its own comes first.
      const inOrder = tried.toSorted((one, other) => Number(isBuilt(one)) - Number(isBuilt(other)));
      for (const [index, mutation] of inOrder.entries()) {
        const began = performance.now();
        const restore = await copy.change(mutation.file, mutation.from, mutation.to);
        const came = await run(testsOf(rowOf(rows, mutation.row), mutation.by))
          .catch(notRun)
          .finally(restore);
        const verdict = verdictOf(came);
        counts[verdict]++;
        const why = (verdict === "broken" ? came.broken : came.failed)[0]?.slice(0, 160) ?? mutation.from;
        const seconds = Math.round((performance.now() - began) / 1000);
        say(`${index + 1} of ${tried.length}, ${seconds} s, ${verdict}: ${mutation.row} (${why})`);
      }
      return [
        none("control, without a change: tests that fail or do not run", control.failed.length + control.broken.length),
        atLeast("mutations killed by the tests that the row names", counts.killed, 1),
        none("mutations that no test noticed", counts.survived),
        none("mutations after which a test could not run", counts.broken),
        atLeast("rows tried", new Set(tried.map(({ row }) => row)).size, 1),
      ] satisfies Finding[];
    }),
};

function isWanted(name: string): boolean {
  return wanted === undefined || wanted.some((phrase) => name.toLowerCase().includes(phrase));
}

function rowOf(rows: readonly CoverageRow[], begin: string): CoverageRow {
  const found = rows.find(({ name }) => name.startsWith(begin));
  if (found === undefined) throw new Error(`No row of docs/coverage.md begins with: ${begin}`);
  return found;
}

function distinct(tests: readonly CoveringTest[]): CoveringTest[] {
  return [...new Map(tests.map((test) => [`${test.file}: ${test.title}`, test])).values()];
}

/** Whether a browser shows it only once the app was built of it. */
function isBuilt({ file }: Mutation): boolean {
  return /^(web|contract)\//.test(file);
}

/** A test that cannot run says nothing, but one that failed has noticed. */
function verdictOf({ failed, broken }: TestRun): "killed" | "survived" | "broken" {
  if (failed.length > 0) return "killed";
  return broken.length > 0 ? "broken" : "survived";
}

function notRun(error: unknown): TestRun {
  return { passed: 0, failed: [], broken: [error instanceof Error ? error.message : String(error)] };
}
