import { execFile } from "node:child_process";
import { join } from "node:path";

/** How a run of the command line ended, and what it wrote. */
export interface Ended {
  code: number | string;
  out: string;
  error: string;
}

export const mainScript = join(import.meta.dirname, "..", "main.ts");

/** Runs the command line on a database as a shell does. */
export function runDripline(url: string, args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  return runProgram(url, process.execPath, [mainScript, ...args], settings);
}

/** Runs any program with the settings that the command line needs on a database. */
export function runProgram(
  url: string,
  file: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<Ended> {
  // Of the test's own environment nothing but the way to programs: BASE_URL means something else there.
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: url,
    SESSION_SECRET: "not a secret, for one test run only",
    ...settings,
  };
  return new Promise((give) => {
    execFile(file, args, { env }, (failure, out, error) =>
      give({ code: failure === null ? 0 : (failure.code ?? "killed"), out, error }),
    );
  });
}
