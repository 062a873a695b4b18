import { spawn } from "node:child_process";
import { compileCache } from "./compile-cache.ts";

/**
 * The fast checks, in parallel; the output of those that fail is shown. One type checker runs instead of four, each of
 * which would check the same libraries' types; unchanged files are not checked again.
 */
const checks: Record<string, string[]> = {
  types: [
    process.execPath,
    "node_modules/typescript-native/bin/tsc",
    "--noEmit",
    ...["-p", "."],
    ...["--checkers", "1"],
    ...["--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"],
  ],
  "lint and format": ["biome", "ci", "--colors=off", "."],
  "import rules": [
    "depcruise",
    "contract",
    "server",
    "web",
    "simulator",
    "bench",
    "leak-benchmark",
    "e2e",
    "scripts",
    "verify",
    "--output-type",
    "err-long",
  ],
  "circles of folders": [process.execPath, "scripts/folder-circles.ts"],
  "tables in the manuals": [process.execPath, "scripts/docs.ts", "--check"],
  "retired words": [process.execPath, "scripts/retired-words.ts"],
  "rows of SQL": [process.execPath, "scripts/unchecked-rows.ts"],
  translations: [process.execPath, "scripts/translations.ts"],
  "unused code": ["knip", "--no-progress", "--cache", "--cache-location", "node_modules/.cache/knip"],
};

const results = await Promise.all(
  Object.entries(checks).map(async ([name, [command = "", ...args]]) => {
    const began = Date.now();
    const { code, output } = await run(command, args);
    process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)\n`);
    if (code !== 0) process.stdout.write(output);
    return code === 0;
  }),
);
process.exit(results.every(Boolean) ? 0 : 1);

function run(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      env: {
        NODE_COMPILE_CACHE: compileCache,
        // Short-lived objects, of which parsers make many, are collected less often.
        NODE_OPTIONS: "--max-semi-space-size=64",
        ...process.env,
        FORCE_COLOR: "0",
      },
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.on("close", (code) => done({ code, output }));
  });
}
