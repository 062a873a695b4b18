import { DAY_MS, HOUR_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";
import type { Opening } from "../scoring/opening.ts";

/** A rule of a peer or utility, or a model, as a function of a meter's hours. */
export interface Detector {
  name: string;
  /** Who published it, and where. */
  source: string;
  /** Whether it holds at the end of each hour, from that hour and earlier ones only. */
  alerts(hours: readonly Hour[]): boolean[];
}

/** Litres in a gallon of 231 cubic inches. */
const LITRES_PER_GALLON = 3.785411784;
/** An alert within so long after another's end is the same leak. */
const SAME_LEAK_MS = DAY_MS;

export function gallonsOf({ litres }: Hour): number | null {
  return litres === null ? null : litres / LITRES_PER_GALLON;
}

/** Rows of the hours in which a detector alerts: opened at the end of the first, ended with the last. */
export function openingsOf(hours: readonly Hour[], alerts: readonly boolean[]): Opening[] {
  const rows: Opening[] = [];
  for (const [i, { at }] of hours.entries()) {
    const last = rows.at(-1);
    if (last?.endedAt === null && !alerts[i]) last.endedAt = at;
    if (!alerts[i] || last?.endedAt === null) continue;
    if (last && at - (last.endedAt ?? at) < SAME_LEAK_MS) last.endedAt = null;
    else rows.push({ startedAt: at, openedAt: at + HOUR_MS, endedAt: null, sureAt: at + HOUR_MS });
  }
  return rows;
}
