import type { Leak } from "../../../server/leaks/advance.ts";
import { HOUR_MS } from "../../../server/metering/meter-day.ts";
import { detect } from "../detector.ts";
import { type HourSeen, hoursSeen } from "../hours-seen.ts";
import { daysOf, litreMeter, type RegisterFile, readRegisters } from "../registers.ts";
import { type JudgedLeak, judgeLeak, otherOpenings } from "./judge.ts";
import { BadInput, readTruth, type TruthRow } from "./truth-file.ts";

/** What the product made of one meter, and how that holds against the truth. */
export interface JudgedMeter {
  meter: string;
  /** Whether the truth file says anything of it; a meter that it leaves out is taken to have no leak. */
  inTruth: boolean;
  hours: readonly HourSeen[];
  judged: JudgedLeak[];
  leaks: readonly Leak[];
  /** Rows that no leak of the truth explains. */
  others: Leak[];
}

export interface GivenResult {
  file: RegisterFile;
  meters: JudgedMeter[];
}

/**
 * Runs the product over readings that anybody gives, and holds what it says against a truth file, which it never sees.
 * @throws BadInput, FileRefused, WrongUse with what to put right
 */
export async function runGiven(readings: string, truth: string, timeZone: string): Promise<GivenResult> {
  const file = await readRegisters(readings, timeZone);
  const rows = await readTruth(truth, timeZone, file.layout.format.dateFormat);
  const unknown = new Set(rows.map(({ meter }) => meter)).difference(new Set(file.meters.keys()));
  if (unknown.size > 0) {
    throw new BadInput(`These meters of the truth have no readings in ${readings}: ${[...unknown].join(", ")}.`);
  }
  const byMeter = Map.groupBy(rows, ({ meter }) => meter);
  const meters = [...file.meters.keys()].map((meter) => judgeMeter(meter, file, byMeter.get(meter) ?? null));
  return { file, meters };
}

function judgeMeter(meter: string, file: RegisterFile, rows: readonly TruthRow[] | null): JudgedMeter {
  const registers = file.meters.get(meter) ?? [];
  const { leaks, days } = detect(litreMeter, file.timeZone, daysOf(registers, file.timeZone), {
    from: null,
    keepCheckpoints: false,
  });
  const hours = hoursSeen(days);
  const first = registers[0]?.at ?? 0;
  const last = (registers.at(-1)?.at ?? 0) + HOUR_MS;
  const judged = (rows ?? [])
    .filter(({ kind }) => kind !== "none")
    .map((row) => judgeLeak(row, first, last, leaks, hours));
  const spans = judged.map(({ onset, end }) => ({ from: onset, until: end }));
  return { meter, inTruth: rows !== null, hours, judged, leaks, others: otherOpenings(leaks, spans) };
}
