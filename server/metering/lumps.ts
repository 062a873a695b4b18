import type { DaysAtHand } from "./days-at-hand.ts";
import { HOUR_MS } from "./meter-day.ts";
import { spreadEvenly } from "./register-hours.ts";
import { setEstimated, slotOf, type WorkDay } from "./work-day.ts";

/** The first instant that the lumps of a day reach back to; null when it has none. */
export function reachOfLumps(day: WorkDay): number | null {
  if (day.lumps === null) return null;
  const begins = day.lumps.map((lump) => day.startsAt + (lump.hour - lump.hours + 1) * HOUR_MS);
  return begins.reduce((a, b) => Math.min(a, b));
}

/**
 * Catch-up: spreads each volume that covers several hours evenly over those of its hours that are not measured, less
 * what is measured in the others. An hour that an earlier lump took counts as known.
 *
 * Works all catch-up of the days from `fromDay` on out anew. No lump on these days may reach back before them: a share
 * depends on every other hour of its lump.
 */
export function spreadLumps(at: DaysAtHand, fromDay: number): void {
  const days = at.sorted().filter((day) => day.day >= fromDay);
  if (days.every((day) => day.lumps === null && day.estimated === null)) return;
  const before = days.map((day) => ({ day, estimated: day.estimated, touched: day.touched }));
  for (const day of days) day.estimated = null;
  for (const day of days) spreadLumpsOf(at, day);
  for (const { day, estimated, touched } of before) {
    day.touched = touched || !isSame(estimated, day.estimated);
  }
}

function spreadLumpsOf(at: DaysAtHand, day: WorkDay) {
  for (const lump of day.lumps ?? []) {
    let known = 0;
    const silent: [WorkDay, number][] = [];
    for (let i = lump.hours - 1; i >= 0; i--) {
      const hour = day.startsAt + (lump.hour - i) * HOUR_MS;
      const there = at.at(hour);
      if (there === null) continue;
      const slot = slotOf(there, hour);
      const gallons = there.gallons[slot] ?? there.estimated?.[slot] ?? null;
      if (gallons === null) silent.push([there, slot]);
      else known += gallons;
    }
    const shares = spreadEvenly(Math.max(0, lump.gallons - known), silent.length);
    for (const [i, [there, slot]] of silent.entries()) setEstimated(there, slot, shares[i] ?? 0);
  }
}

function isSame(a: (number | null)[] | null, b: (number | null)[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.every((value, i) => value === b[i]);
}
