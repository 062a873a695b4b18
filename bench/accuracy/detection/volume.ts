import { type LeakShape, LITRES_PER_GALLON } from "../../../leak-benchmark/leaks/shapes.ts";
import type { Hour } from "../../../leak-benchmark/readings/hours.ts";
import { hoursBetween } from "../../../leak-benchmark/scoring/measured-hours.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import type { HourSeen } from "./hours-seen.ts";

/** The readings of an hour lie at most so far outside it. */
const SPARE_MS = 2 * HOUR_MS;

/** Leak gallons reported and run out in the measured hours of a leak; thousandths of a gallon. */
export interface VolumeFound {
  reported: number;
  injected: number;
}

/**
 * What the product says that a leak lost, less what it says of the same hours without the leak, and what ran out between
 * the very readings that those hours are made of.
 */
export function volumeFound(
  hours: readonly HourSeen[],
  untouched: readonly HourSeen[],
  measured: readonly Hour[],
  leak: LeakShape,
): VolumeFound {
  const reported = (some: readonly HourSeen[]) =>
    hoursBetween(some, leak.from, leak.until).reduce((sum, { leakGallons }) => sum + leakGallons, 0);
  return { reported: reported(hours) - reported(untouched), injected: volumeOf(measured, leak) };
}

/** Thousandths of a gallon that ran out between the readings of which measured hours are made. */
export function volumeOf(measured: readonly Hour[], leak: LeakShape): number {
  const litres = hoursBetween(measured, leak.from - SPARE_MS, leak.until + SPARE_MS)
    .filter(({ litres: volume }) => volume !== null)
    .reduce((sum, { from, until }) => sum + leak.litresUntil(until) - leak.litresUntil(from), 0);
  return (litres / LITRES_PER_GALLON) * 1000;
}

/** How far what was reported misses what ran out, as a part of it; null when nothing ran out. */
export function volumeError({ reported, injected }: VolumeFound): number | null {
  return injected > 0 ? Math.abs(reported - injected) / injected : null;
}
