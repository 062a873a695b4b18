import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { IngestAnswer } from "../../contract/readings/ingest.ts";
import { type Product, productAt } from "../harness/product.ts";
import { type Reading, takeReadings } from "../harness/readings.ts";
import { type Sabotage, sabotaged } from "../sabotage/sabotages.ts";
import type { HourRow, ZonePlace } from "./places.ts";

/** Longer than the server takes to see that its clock was set. */
const SEEN_MS = 100;
const ROWS_AT_ONCE = 5000;

/** A server whose clock is set from here. */
export interface Timed extends Product {
  /** Sets its clock; from there it goes on, or stands. */
  setClock(at: number, after: "goes" | "stands"): Promise<void>;
}

export async function timedAt(
  folder: string,
  now: number,
  sabotages: readonly Sabotage[] = [],
  settings: Record<string, string> = {},
): Promise<Timed> {
  const file = join(folder, "clock");
  await writeFile(file, String(now));
  const preloaded = sabotaged("set-clock", ...sabotages);
  const product = await productAt(folder, null, { ...settings, ...preloaded, CLOCK_FILE: file });
  return {
    ...product,
    setClock: async (at, after) => {
      await writeFile(file, after === "goes" ? `${at} goes` : String(at));
      await pause(SEEN_MS);
    },
  };
}

export function readingOf({ serial, at, thousandths }: HourRow): Reading {
  return { serial, hour: new Date(at).toISOString(), gallons: thousandths / 1000 };
}

/** Sends hours as the gateway of their property. @throws Error when a batch is not taken */
export async function send(timed: Timed, place: ZonePlace, rows: readonly HourRow[]): Promise<IngestAnswer[]> {
  const answers: IngestAnswer[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const batch = rows.slice(from, from + ROWS_AT_ONCE).map(readingOf);
    answers.push(await takeReadings(timed, place, JSON.stringify(batch)));
  }
  return answers;
}

/** How many rows of answers were rejected with a code. */
export function rejectedAs(answers: readonly IngestAnswer[], code: string): number {
  return answers.flatMap(({ rows }) => rows).filter((row) => row.status === "rejected" && row.code === code).length;
}
