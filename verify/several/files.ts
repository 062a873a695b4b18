import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";

interface Reading {
  serial: string;
  hour: string;
  gallons: number;
}

/** The readings of all meters of a place. @param from the first hour, counted since 1970 */
function readingsOf(place: BenchPlace, meters: number, from: number, hours: number): Reading[] {
  const serials = serialsOf(place, meters);
  return Array.from({ length: hours }, (_, n) => from + n).flatMap((hour) =>
    serials.map((serial, meter) => ({
      serial,
      hour: new Date(hour * HOUR_MS).toISOString(),
      gallons: thousandthsOf(meter, hour) / 1000,
    })),
  );
}

/** They as a body of the ingest call. */
export function bodyOf(...params: Parameters<typeof readingsOf>): string {
  return JSON.stringify(readingsOf(...params));
}

/** They as a file. */
export function csvOf(...params: Parameters<typeof readingsOf>): string {
  const rows = readingsOf(...params).map(({ serial, hour, gallons }) => `${serial},${hour},${gallons}`);
  return ["serial,hour,gallons", ...rows, ""].join("\n");
}

/** Puts a file into the watched folder of each place, whole at once. */
export async function dropFiles(root: string, files: readonly (readonly [BenchPlace, string])[]): Promise<void> {
  for (const [{ propertyId }, text] of files) {
    const folder = join(root, String(propertyId));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "readings.part"), text);
    await rename(join(folder, "readings.part"), join(folder, "readings.csv"));
  }
}

/** Files of readings that lie in the folders `done` of the places. */
export async function filesDone(root: string, places: readonly BenchPlace[]): Promise<number> {
  let count = 0;
  for (const { propertyId } of places) {
    const names = await readdir(join(root, String(propertyId), "done")).catch(() => []);
    count += names.filter((name) => name.endsWith(".csv")).length;
  }
  return count;
}
