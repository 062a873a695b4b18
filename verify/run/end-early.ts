import { existsSync, readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stopPrograms } from "../../bench/run/program.ts";
import { openScratchFolders } from "../../bench/run/scratch.ts";

const TIMEOUT_MS = 10_000;

/** Ends what a check has started, in the middle of it: programs, private Postgres servers, and their folders. */
export async function endEarly(): Promise<void> {
  await Promise.race([stopPrograms(), pause(TIMEOUT_MS)]);
  for (const folder of openScratchFolders()) {
    const names = await readdir(folder).catch(() => []);
    await Promise.all(["", ...names].map((name) => endPostgres(join(folder, name, "postgres", "postmaster.pid"))));
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/** Asks the Postgres of which this is the file to end at once, and waits. It outlives whoever started it. */
async function endPostgres(file: string): Promise<void> {
  try {
    process.kill(Number(readFileSync(file, "utf8").split("\n")[0]), "SIGINT");
  } catch {
    return;
  }
  for (let waited = 0; existsSync(file) && waited < TIMEOUT_MS; waited += 50) await pause(50);
}
