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
 */
export function spreadLumps(at: DaysAtHand, fromDay: number): void {
  for (const day of at.sorted()) {
    if (day.day < fromDay || day.lumps === null) continue;
    for (const lump of day.lumps) {
      let known = 0;
      const silent: number[] = [];
      for (let i = lump.hours - 1; i >= 0; i--) {
        const hour = day.startsAt + (lump.hour - i) * HOUR_MS;
        const there = at.at(hour);
        if (there === null) continue;
        const slot = slotOf(there, hour);
        const gallons = there.gallons[slot] ?? there.estimated?.[slot] ?? null;
        if (gallons === null) silent.push(hour);
        else known += gallons;
      }
      const shares = spreadEvenly(Math.max(0, lump.gallons - known), silent.length);
      for (const [i, hour] of silent.entries()) {
        const there = at.at(hour);
        if (there !== null) setEstimated(there, slotOf(there, hour), shares[i] ?? 0);
      }
    }
  }
}
