import { findChromium } from "../../scripts/chromium.ts";
import { runTests, type TestRun } from "./run-tests.ts";

/** What came of browser tests. */
export type BrowserTests = Pick<TestRun, "passed" | "failed">;

/**
 * Runs tests of the product in a browser against a product that runs already, a file at a time: all change the same one.
 * @param files names in e2e/, without the ending
 * @param named of the tests only those whose names, behind those of their groups and ` > `, match; null: all
 */
export async function runE2e(url: string, files: readonly string[], named: string | null): Promise<BrowserTests> {
  const args = ["--project", "e2e", "--no-file-parallelism", ...files.map((file) => `e2e/${file}.test.ts`)];
  if (named !== null) args.push("-t", named);
  const tests = await runTests(args, { PRODUCT_URL: url, CHROMIUM: findChromium() });
  if (tests.passed.length + tests.failed.length === 0) {
    throw new Error(`No browser test in ${files.join(", ")} is named ${named ?? "anything"}.`);
  }
  return tests;
}
