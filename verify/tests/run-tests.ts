import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { startProgram } from "../../bench/run/program.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** What came of tests. */
export interface TestRun {
  /** The names of those that passed. */
  passed: string[];
  /** The name of each that failed, and the first line of why. */
  failed: string[];
  /** The names of those that need what this machine lacks. */
  skipped: string[];
  /** The files that had a test that ran. */
  files: string[];
}

/**
 * Runs tests in a process of their own.
 * @param args what Vitest is to run: projects, files, part of a name
 * @throws Error where it did not run
 */
export async function runTests(args: readonly string[], settings: Record<string, string> = {}): Promise<TestRun> {
  return await inScratchFolder(async (folder) => {
    const written = join(folder, "tests.json");
    const program = startProgram(
      "node_modules/vitest/vitest.mjs",
      ["run", ...args, "--reporter=json", `--outputFile=${written}`],
      settings,
    );
    await program.ended;
    const text = await readFile(written, "utf8").catch(() => {
      throw new Error(`The tests did not run: ${program.output().errors.slice(-2000)}`);
    });
    const files = report.parse(JSON.parse(text)).testResults;
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const ran = (status: string) => status === "passed" || status === "failed";
    const named = (wanted: (status: string) => boolean) =>
      tests.filter(({ status }) => wanted(status)).map(({ fullName }) => fullName.replaceAll(" > ", " "));
    const firstLine = (message: string) => message.split("\n")[0] ?? "";
    return {
      passed: named((status) => status === "passed"),
      failed: [
        ...tests
          .filter(({ status }) => status === "failed")
          .map(({ fullName, failureMessages: [message = ""] }) => `${fullName}: ${firstLine(message)}`),
        // A file that could not be loaded has no tests.
        ...files
          .filter(({ message, assertionResults }) => message !== "" && assertionResults.length === 0)
          .map(({ name, message }) => `${name}: ${firstLine(message)}`),
      ],
      skipped: named((status) => !ran(status)),
      files: files.filter((file) => file.assertionResults.some(({ status }) => ran(status))).map(({ name }) => name),
    };
  });
}
