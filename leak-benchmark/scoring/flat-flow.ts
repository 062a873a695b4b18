import { HOUR_MS } from "../readings/durations.ts";
import type { Hour } from "../readings/hours.ts";
import { hoursBetween } from "./measured-hours.ts";

/** What of an hour tells flat flow. */
export type FlowHour = Pick<Hour, "at" | "localHour" | "litres">;

const AROUND_MS = 24 * HOUR_MS;
/** The local hour at which a night is over. */
const NIGHT_ENDS = 6;
/** So many of the six hours from midnight must be measured for a night to say anything. */
const LEAST_NIGHT_HOURS = 4;
const SHARE_OF_MEDIAN = 1 / 3;
const STEADY_HOURS = 6;
const SHARE_OF_HIGHEST = 3 / 4;

/**
 * Flat flow, as a meter shows it when something is open and not as people use water. It is there when, within a day before
 * to a day after the opening, either
 * - in a night (00:00 to 06:00) the meter moved in every measured hour, at least four of them, the lowest of which was at
 *   least a third of their median, or
 * - in six measured hours in a row, the lowest was at least three quarters of the highest.
 *
 * Says nothing of how large the flow is, and uses none of the rules' numbers.
 */
export function isFlatFlow(hours: readonly FlowHour[], openedAt: number): boolean {
  const around = hoursBetween(hours, openedAt - AROUND_MS, openedAt + AROUND_MS);
  return nightsOf(around).some(isFlatNight) || isSteady(around);
}

function nightsOf(hours: readonly FlowHour[]): number[][] {
  const nights: number[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, litres, localHour } of hours) {
    if (localHour >= NIGHT_ENDS || litres === null) continue;
    if (at - last > AROUND_MS / 2) nights.push([]);
    nights.at(-1)?.push(litres);
    last = at;
  }
  return nights;
}

function isFlatNight(night: readonly number[]): boolean {
  const sorted = night.toSorted((a, b) => a - b);
  const lowest = sorted[0] ?? 0;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return night.length >= LEAST_NIGHT_HOURS && lowest > 0 && lowest >= middle * SHARE_OF_MEDIAN;
}

function isSteady(hours: readonly FlowHour[]): boolean {
  return hours.some((first, i) => {
    const row = hours.slice(i, i + STEADY_HOURS);
    const volumes = row.flatMap(({ litres }) => litres ?? []);
    const last = row.at(-1);
    const isUnbroken = last !== undefined && last.at - first.at === (STEADY_HOURS - 1) * HOUR_MS;
    if (!isUnbroken || volumes.length < STEADY_HOURS) return false;
    const lowest = Math.min(...volumes);
    return lowest > 0 && lowest >= Math.max(...volumes) * SHARE_OF_HIGHEST;
  });
}
