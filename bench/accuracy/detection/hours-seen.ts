import type { WorkDay } from "../../../server/metering/days/work-day.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";

/** An hour that was measured, or covered by its neighbours' intervals. Volumes in thousandths of a gallon. */
export interface HourSeen {
  /** Begin, milliseconds since the epoch. */
  at: number;
  /** null: covered, so without a value of its own. */
  gallons: number | null;
  leakGallons: number;
  /** Whether it begins between 00:00 and 06:00 local time. */
  isNight: boolean;
}

/** The measured and covered hours of days that the product has worked in, in the order of time. */
export function hoursSeen(days: readonly WorkDay[]): HourSeen[] {
  const seen: HourSeen[] = [];
  for (const day of days) {
    const nightHours = 6 + day.hours - 24;
    for (let slot = 0; slot < day.hours; slot++) {
      const gallons = day.gallons[slot] ?? null;
      if (gallons === null && (day.covered & (1 << slot)) === 0) continue;
      const at = day.startsAt + slot * HOUR_MS;
      seen.push({ at, gallons, leakGallons: day.leakGallons?.[slot] ?? 0, isNight: slot < nightHours });
    }
  }
  return seen;
}
