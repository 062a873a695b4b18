import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { startProgram } from "../bench/run/program.ts";
import { inScratchFolder } from "../bench/run/scratch.ts";
import { findChromium } from "../scripts/chromium.ts";

const report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** What came of browser tests. */
export interface BrowserTests {
  /** The names of those that passed. */
  passed: string[];
  /** The name of each that failed, and the first line of why. */
  failed: string[];
}

/**
 * Runs tests of the product in a browser against a product that runs already.
 * @param files names in e2e/, without the ending
 * @param named of the tests only those whose names, behind those of their groups and ` > `, match; null: all
 */
export async function runE2e(
  url: string,
  files: readonly string[],
  named: string | null,
  settings: Record<string, string> = {},
): Promise<BrowserTests> {
  return await inScratchFolder(async (folder) => {
    const written = join(folder, "tests.json");
    const words = ["run", "--project", "e2e", ...files.map((file) => `e2e/${file}.test.ts`)];
    if (named !== null) words.push("-t", named);
    words.push("--reporter=json", `--outputFile=${written}`);
    const program = startProgram("node_modules/vitest/vitest.mjs", words, {
      PRODUCT_URL: url,
      CHROMIUM: findChromium(),
      ...settings,
    });
    await program.ended;
    const text = await readFile(written, "utf8").catch(() => {
      throw new Error(`The browser tests did not run: ${program.output().errors.slice(-2000)}`);
    });
    const tests = report.parse(JSON.parse(text)).testResults.flatMap(({ assertionResults }) => assertionResults);
    const ran = tests.filter(({ status }) => status === "passed" || status === "failed");
    if (ran.length === 0) throw new Error(`No browser test in ${files.join(", ")} is named ${named ?? "anything"}.`);
    const why = ({ failureMessages: [message = ""] }: (typeof tests)[number]) => message.split("\n")[0] ?? "";
    return {
      passed: ran.filter(({ status }) => status === "passed").map(({ fullName }) => fullName.replaceAll(" > ", " ")),
      failed: ran.filter(({ status }) => status === "failed").map((one) => `${one.fullName}: ${why(one)}`),
    };
  });
}
