import type { Leak } from "../../../server/leaks/advance.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { type HourSeen, hoursBetween } from "./hours-seen.ts";

/** What opens within so long after a leak's end is the same leak to the product, and no new row. */
const SAME_LEAK_MS = 24 * HOUR_MS;

/** A stretch of time; milliseconds since the epoch. */
export interface Span {
  from: number;
  until: number;
}

/** Whether a row and a span have some time in common. */
export function overlaps({ startedAt, endedAt }: Leak, { from, until }: Span): boolean {
  return startedAt < until && (endedAt ?? Number.POSITIVE_INFINITY) > from;
}

/**
 * The row that finds a leak: the first that was opened after the leak began and has time in common with it. A row that
 * the same meter has at that instant without the leak finds nothing.
 * @param suspicionsCount whether a row that stayed a mere suspicion finds it
 * @param untouched the rows of the same meter without the leak, where they are known
 */
export function finding(
  rows: readonly Leak[],
  leak: Span,
  suspicionsCount: boolean,
  untouched: readonly Leak[],
): Leak | null {
  const candidates = rows.filter(
    (row) =>
      row.openedAt > leak.from &&
      overlaps(row, leak) &&
      (suspicionsCount || !row.suspected) &&
      !untouched.some((own) => runsAt(own, row.openedAt)),
  );
  return candidates.reduce<Leak | null>((first, row) => (first && first.openedAt <= row.openedAt ? first : row), null);
}

/** Whether a row had been opened and not ended at an instant. */
export function runsAt({ openedAt, endedAt }: Leak, at: number): boolean {
  return openedAt <= at && at < (endedAt ?? Number.POSITIVE_INFINITY);
}

/** Whether a meter leaks by itself in a stretch, or did up to a day before it, so that nothing can be judged there. */
export function leaksBy(untouched: readonly Leak[], { from, until }: Span): boolean {
  return untouched.some((row) => !row.suspected && overlaps(row, { from: from - SAME_LEAK_MS, until }));
}

/** Whether a row from before an instant was still open then, or had ended less than a day ago. */
export function wasOpen(rows: readonly Leak[], at: number): boolean {
  return leaksBy(
    rows.filter(({ openedAt }) => openedAt <= at),
    { from: at, until: at },
  );
}

/** Leak gallons reported and run out in the measured hours of a leak; thousandths of a gallon. */
export interface VolumeFound {
  reported: number;
  injected: number;
}

/** What the product says that a leak lost in its measured hours, and what it did, each over what is there without it. */
export function volumeFound(hours: readonly HourSeen[], untouched: readonly HourSeen[], leak: Span): VolumeFound {
  const before = new Map(hoursBetween(untouched, leak.from, leak.until).map((hour) => [hour.at, hour]));
  let [reported, injected] = [0, 0];
  for (const hour of hoursBetween(hours, leak.from, leak.until)) {
    const own = before.get(hour.at);
    if (own === undefined || hour.gallons === null || own.gallons === null) continue;
    reported += hour.leakGallons - own.leakGallons;
    injected += hour.gallons - own.gallons;
  }
  return { reported, injected };
}

/** How far what was reported misses what ran out, as a part of it; null when nothing ran out. */
export function volumeError({ reported, injected }: VolumeFound): number | null {
  return injected > 0 ? Math.abs(reported - injected) / injected : null;
}
