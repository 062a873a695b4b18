import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { lookAtQueue } from "../../bench/ingest/queue-watch.ts";
import { percentile } from "../../bench/run/percentile.ts";
import type { Connections } from "../../server/database/connect.ts";

const GIVE_UP_MS = 30_000;

/** What a server holds at an instant. */
export interface Held {
  /** Megabytes of the process, and of what is left of its heap once garbage is collected. */
  memory: number;
  heap: number;
  /** Open files and connections of the process, its connections to the database, and files in its data folder. */
  descriptors: number;
  connections: number;
  files: number;
  /** Seconds since the oldest change that waits for refresh was made; 0 with none. */
  waiting: number;
}

/** @param heapFile where `heap-on-signal.ts` writes */
export async function heldBy(pid: number, folder: string, heapFile: string, connections: Connections): Promise<Held> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
  const found = await sql<{ n: number }>`
    select count(*) as n from pg_stat_activity where application_name like 'dripline%'`.execute(connections.owner);
  return {
    memory: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000,
    heap: (await heapOf(pid, heapFile)) / 1e6,
    descriptors,
    connections: found.rows[0]?.n ?? Number.NaN,
    files: await filesIn(folder),
    waiting: (await lookAtQueue(connections)).age,
  };
}

async function heapOf(pid: number, heapFile: string): Promise<number> {
  await rm(heapFile, { force: true });
  process.kill(pid, "SIGUSR2");
  const began = performance.now();
  for (;;) {
    const text = await readFile(heapFile, "utf8").catch(() => null);
    if (text !== null) return Number(text);
    if (performance.now() - began > GIVE_UP_MS) throw new Error("The server does not say how much it holds.");
    await pause(20);
  }
}

/** Files of the data folder; those of the database are its own. */
async function filesIn(folder: string): Promise<number> {
  let count = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === "postgres") continue;
    // What is listed may be gone a moment later.
    if (entry.isDirectory()) count += (await readdir(join(folder, entry.name), { recursive: true })).length;
    else count++;
  }
  return count;
}

/** What so much of each fifth of the time (0.5: its median, 0: its least) does not exceed, in whole numbers. */
export function byFifths(samples: readonly Held[], of: (held: Held) => number, share: number): number[] {
  const parts = [0, 1, 2, 3, 4];
  const at = (part: number) => Math.floor((part * samples.length) / parts.length);
  return parts.map((part) => Math.round(percentile(samples.slice(at(part), at(part + 1)).map(of), share)));
}
