import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Connections } from "../../server/database/connect.ts";

const LOOK_MS = 250;
/** Nothing is left to wait for when refresh takes longer than this after the last reading. */
const GIVE_UP_MS = 600_000;

/** What waited for refresh at one moment. */
export interface Look {
  marks: number;
  /** Seconds since the oldest mark was made; 0 with none. */
  age: number;
}

/** Watches what waits for refresh while readings come in. */
export interface QueueWatch {
  /** Ends the watch. */
  stop(): Promise<Look[]>;
}

/** Starts to look at the queue of refresh every quarter of a second. */
export function watchQueue(connections: Connections): QueueWatch {
  const looks: Look[] = [];
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      looks.push(await lookAtQueue(connections));
      await pause(LOOK_MS);
    }
    return looks;
  })();
  return {
    stop: () => {
      isStopped = true;
      return watching;
    },
  };
}

/** Waits until refresh has worked off everything. @returns the seconds that it took */
export async function waitForRefresh(connections: Connections): Promise<number> {
  const began = performance.now();
  while ((await lookAtQueue(connections)).marks > 0) {
    if (performance.now() - began > GIVE_UP_MS) throw new Error("Refresh does not come to its end.");
    await pause(20);
  }
  return (performance.now() - began) / 1000;
}

/** What waits for refresh now. */
export async function lookAtQueue({ worker }: Connections): Promise<Look> {
  const rows = await sql<Look>`
    select count(*) as marks, coalesce(extract(epoch from now() - min(made_at)), 0)::float8 as age
    from changes`.execute(worker);
  return rows.rows[0] ?? { marks: 0, age: 0 };
}

/** The mean number of waiting marks in the second and in the last quarter of the looks; equal in a steady state. */
export function marksOverTime(looks: Look[]): { early: number; late: number } {
  const quarter = Math.floor(looks.length / 4);
  const mean = (part: Look[]) => part.reduce((sum, { marks }) => sum + marks, 0) / Math.max(1, part.length);
  return { early: mean(looks.slice(quarter, 2 * quarter)), late: mean(looks.slice(3 * quarter)) };
}
