import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type LeakCase, meterWithout, registersOfCase, withoutLeak } from "../leaks/cases.ts";
import type { Half } from "../leaks/halves.ts";
import { LITRES_PER_GALLON } from "../leaks/shapes.ts";
import { DAY_MS } from "../readings/durations.ts";
import type { Register } from "../readings/register.ts";

/** A home with its leaks, as it is written to files. */
export interface WrittenHome {
  serial: string;
  half: Half;
  registers: readonly Register[];
  cases: readonly LeakCase[];
}

/**
 * Writes what a detector gets, `readings.csv.gz`, and the leaks in it, `leaks.csv`. Makes the folder.
 * @param historyDays days before a leak from which a case has its home's readings
 */
export async function writeBenchmark(
  folder: string,
  homes: readonly WrittenHome[],
  historyDays: number,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const readings = Readable.from(readingLines(homes, historyDays * DAY_MS));
  await pipeline(readings, createGzip(), createWriteStream(join(folder, "readings.csv.gz")));
  await writeFile(join(folder, "leaks.csv"), [...leakLines(homes)].join(""));
}

function* readingLines(homes: readonly WrittenHome[], historyMs: number): Generator<string> {
  yield "meter,at,litres\n";
  for (const { serial, registers, cases } of homes) {
    yield linesOf(serial, registers);
    for (const one of cases) {
      yield linesOf(one.id, registersOfCase(one, registers, historyMs));
      if (one.installedAt !== null) yield linesOf(meterWithout(one), withoutLeak(one, registers));
    }
  }
}

function linesOf(meter: string, registers: readonly Register[]): string {
  return registers.map(({ at, millilitres }) => `${meter},${isoTime(at)},${millilitres / 1000}\n`).join("");
}

function* leakLines(homes: readonly WrittenHome[]): Generator<string> {
  yield "meter,home,half,kind,onset,end,rate_Lh,injected_L\n";
  for (const { serial, half, cases } of homes) {
    for (const { id, kind, shape, rate } of cases) {
      const [from, until] = [isoTime(shape.from), isoTime(Math.round(shape.until))];
      const litres = [rate * LITRES_PER_GALLON, shape.litresUntil(shape.until)].map((value) => value.toFixed(2));
      yield `${[id, serial, half, kind.replaceAll(",", ""), from, until, ...litres].join(",")}\n`;
    }
  }
}

function isoTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
