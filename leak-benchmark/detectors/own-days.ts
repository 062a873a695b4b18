import { DAY_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";

/** A local day of a meter, from what was measured of it. */
export interface MeterDay {
  /** Places of its first hour and of the first one after it. */
  from: number;
  until: number;
  litres: number;
  /** The lowest hour before 06:00; null when fewer than four of them are measured. */
  nightMinimum: number | null;
}

const NIGHT_ENDS = 6;
const LEAST_NIGHT_HOURS = 4;

/** The days that hours make up, in the order of time. */
export function daysOf(hours: readonly Hour[]): MeterDay[] {
  const days: MeterDay[] = [];
  let night: number[] = [];
  let before: Hour | null = null;
  for (const [i, hour] of hours.entries()) {
    const { at, localHour, litres } = hour;
    if (before === null || localHour < before.localHour || at - before.at >= DAY_MS) {
      days.push({ from: i, until: i, litres: 0, nightMinimum: null });
      night = [];
    }
    before = hour;
    const last = days.at(-1);
    if (last === undefined) continue;
    last.until = i + 1;
    last.litres += litres ?? 0;
    if (litres === null || localHour >= NIGHT_ENDS) continue;
    night.push(litres);
    if (night.length >= LEAST_NIGHT_HOURS) last.nightMinimum = Math.min(...night);
  }
  return days;
}

export function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, deviation: Math.sqrt(variance) };
}
