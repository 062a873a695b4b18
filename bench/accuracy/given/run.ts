import { type Hour, hoursOf } from "../../../leak-benchmark/readings/hours.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { detect } from "../detection/detector.ts";
import { type HourSeen, hoursSeen } from "../detection/hours-seen.ts";
import { type LeakOpening, openingsOf } from "../detection/opening.ts";
import { daysOf, litreMeter, type RegisterFile, readRegisters } from "../detection/registers.ts";
import { BadInput } from "./bad-input.ts";
import { type JudgedLeak, judgeLeak, otherOpenings } from "./judge.ts";
import { readTruth } from "./truth-file.ts";
import type { TruthRow } from "./truth-row.ts";

/** Meters named in one sentence. */
const NAMED = 20;

/** What the product made of one meter, and how that holds against the truth. */
export interface JudgedMeter {
  meter: string;
  /** Whether the truth file says anything of it; a meter that it leaves out is taken to have no leak. */
  inTruth: boolean;
  hours: readonly Hour[];
  seen: readonly HourSeen[];
  judged: JudgedLeak[];
  rows: readonly LeakOpening[];
  /** Rows that no leak of the truth explains. */
  others: LeakOpening[];
}

export interface GivenResult {
  file: RegisterFile;
  meters: JudgedMeter[];
  /** What of the truth was left out or read otherwise than it stands there, a sentence each. */
  warnings: string[];
}

/**
 * Runs the product over readings that anybody gives, and holds what it says against a truth file, which it never sees.
 * @throws BadInput, FileRejected, UsageError with what to correct
 */
export async function runGiven(readings: string, truth: string, timeZone: string): Promise<GivenResult> {
  const file = await readRegisters(readings, timeZone);
  if (file.meters.size === 0) throw new BadInput(`No row of ${readings} can be used. The first: ${file.rejected[0]}`);
  const { rows, warnings } = await readTruth(truth, timeZone);
  const named = new Set(rows.map(({ meter }) => meter));
  const unknown = [...named.difference(new Set(file.meters.keys()))];
  if (unknown.length > 0) {
    const first = `${unknown.slice(0, NAMED).join(", ")}${unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : ""}`;
    if (unknown.length === named.size)
      throw new BadInput(`No meter of the truth has readings in ${readings}: ${first}.`);
    warnings.push(`Left out, as these meters of the truth have no readings in ${readings}: ${first}.`);
  }
  const byMeter = Map.groupBy(rows, ({ meter }) => meter);
  for (const [meter, own] of byMeter) {
    const none = own.find(({ kind }) => kind === "none");
    const leak = own.find(({ kind }) => kind !== "none");
    if (none && leak) {
      warnings.push(
        `Line ${none.line} of ${truth} says that ${meter} has no leak, line ${leak.line} that it has one, which counts.`,
      );
    }
  }
  const meters = [...file.meters.keys()].map((meter) => judgeMeter(meter, file, byMeter.get(meter) ?? null));
  return { file, meters, warnings };
}

function judgeMeter(meter: string, file: RegisterFile, rows: readonly TruthRow[] | null): JudgedMeter {
  const registers = file.meters.get(meter) ?? [];
  const { leaks, days } = detect(litreMeter, file.timeZone, daysOf(registers, file.timeZone), {
    from: null,
    keepCheckpoints: false,
  });
  const read = {
    first: registers[0]?.at ?? 0,
    last: (registers.at(-1)?.at ?? 0) + HOUR_MS,
    rows: openingsOf(leaks),
    hours: hoursOf(registers, file.timeZone),
    seen: hoursSeen(days),
  };
  const judged = (rows ?? []).filter(({ kind }) => kind !== "none").map((row) => judgeLeak(row, read));
  const spans = judged.map(({ onset, end }) => ({ from: onset, until: end }));
  return { meter, inTruth: rows !== null, ...read, judged, others: otherOpenings(read.rows, spans) };
}
