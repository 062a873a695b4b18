import { largestVolumeOf } from "../../readings/meter-day.ts";
import { HOUR_MS } from "../../time/durations.ts";
import type { DaysAtHand } from "../days/days-at-hand.ts";
import { setEstimated, slotOf, type WorkDay } from "../days/work-day.ts";
import { spreadEvenly } from "./register-hours.ts";

/** The first instant that the lumps of a day reach back to; null when it has none. */
export function reachOfLumps(day: WorkDay): number | null {
  if (day.lumps === null) return null;
  const begins = day.lumps.map((lump) => day.startsAt + (lump.hour - lump.hours + 1) * HOUR_MS);
  return begins.reduce((a, b) => Math.min(a, b));
}

/**
 * Catch-up: spreads each volume that covers several hours evenly over those of its hours that are not measured, less
 * what is known of them all. An hour that an earlier lump took counts as known. What intervals leave to be estimated is
 * there beforehand: the missing share of a measured hour, and what is known of an hour that takes its share on top.
 *
 * Recalculates all catch-up from `fromDay` on. No lump on these days may reach back before them: a share depends on
 * every other hour of its lump.
 */
export function spreadLumps(at: DaysAtHand, fromDay: number): void {
  const days = at.sorted().filter((day) => day.day >= fromDay);
  const isBlank = ({ lumps, estimated, intervalEstimated }: WorkDay) =>
    lumps === null && estimated === null && intervalEstimated === null;
  if (days.every(isBlank)) return;
  const before = days.map((day) => ({ day, estimated: day.estimated, touched: day.touched }));
  for (const day of days) day.estimated = day.intervalEstimated?.slice() ?? null;
  const taken = new Set<string>();
  for (const day of days) spreadLumpsOf(at, day, taken);
  for (const { day, estimated, touched } of before) {
    day.touched = touched || !isSame(estimated, day.estimated);
  }
}

/** @param taken hours that a lump took, by day and slot */
function spreadLumpsOf(at: DaysAtHand, day: WorkDay, taken: Set<string>) {
  for (const lump of day.lumps ?? []) {
    let known = 0;
    const open: [WorkDay, number][] = [];
    for (let i = lump.hours - 1; i >= 0; i--) {
      const hour = day.startsAt + (lump.hour - i) * HOUR_MS;
      const there = at.at(hour);
      if (there === null) continue;
      const slot = slotOf(there, hour);
      const measured = there.gallons[slot] ?? null;
      known += (measured ?? 0) + (there.estimated?.[slot] ?? 0);
      if (measured === null && !taken.has(`${there.day} ${slot}`)) open.push([there, slot]);
    }
    // More than its few open hours can hold contradicts the measured ones.
    const rest = Math.min(Math.max(0, lump.gallons - known), largestVolumeOf(open.length));
    const shares = spreadEvenly(rest, open.length);
    for (const [i, [there, slot]] of open.entries()) {
      setEstimated(there, slot, (there.estimated?.[slot] ?? 0) + (shares[i] ?? 0));
      taken.add(`${there.day} ${slot}`);
    }
  }
}

function isSame(a: (number | null)[] | null, b: (number | null)[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.every((value, i) => value === b[i]);
}
