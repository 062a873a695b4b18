import type { Leak } from "../../../server/leaks/advance.ts";
import { HOUR_MS } from "../../../server/metering/meter-day.ts";
import { type HourSeen, hoursBetween } from "../hours-seen.ts";
import { openingRules } from "../match.ts";
import type { Home } from "./home.ts";

/** A leak that the product reports in a home to which nothing was done. */
export interface Opening {
  serial: string;
  leak: Leak;
  rules: string[];
  /** Whether water flowed all night long: see isFlatFlow. */
  flat: boolean;
}

/** Hours in a year of 365.25 days. */
const YEAR_HOURS = 8766;
const AROUND_MS = 24 * HOUR_MS;
/** So many of the six hours from midnight must be measured for a night to say anything. */
const LEAST_HOURS = 4;
const SHARE_OF_MEDIAN = 1 / 3;

/** Years of measured hours. */
export function homeYears(hours: readonly HourSeen[]): number {
  return hours.length / YEAR_HOURS;
}

export function openingsOf(home: Home): Opening[] {
  return home.leaks.map((leak) => ({
    serial: home.serial,
    leak,
    rules: openingRules(leak),
    flat: isFlatFlow(home.hours, leak.openedAt),
  }));
}

/**
 * Flat flow: in one of the nights (00:00 to 06:00) that lie within a day before to a day after the opening, the meter
 * moved in every measured hour, at least four of them, and the lowest hour was at least a third of the night's median.
 * Looks at nights alone and at none of the rules' numbers.
 */
export function isFlatFlow(hours: readonly HourSeen[], openedAt: number): boolean {
  const around = hoursBetween(hours, openedAt - AROUND_MS, openedAt + AROUND_MS);
  return nightsOf(around).some(isFlatNight);
}

function nightsOf(hours: readonly HourSeen[]): number[][] {
  const nights: number[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, gallons, isNight } of hours) {
    if (!isNight || gallons === null) continue;
    if (at - last > AROUND_MS / 2) nights.push([]);
    nights.at(-1)?.push(gallons);
    last = at;
  }
  return nights;
}

function isFlatNight(night: number[]): boolean {
  const sorted = night.toSorted((a, b) => a - b);
  const lowest = sorted[0] ?? 0;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return night.length >= LEAST_HOURS && lowest > 0 && lowest >= middle * SHARE_OF_MEDIAN;
}
