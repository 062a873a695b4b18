import { spawn } from "node:child_process";

/** Runs a line of a Dockerfile in a folder, as its RUN would. */
export function runShell(line: string, folder: string): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn("sh", ["-c", line], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const add = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", add);
    child.stderr.on("data", add);
    child.on("close", (code) => done({ code, output }));
  });
}
