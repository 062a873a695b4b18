import type { Leak } from "../../../server/leaks/advance.ts";
import { openingRules } from "../../../server/leaks/rules/opening-rules.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDayAt } from "../../../server/time/local-day.ts";
import type { HourSeen } from "../detection/hours-seen.ts";
import { isFlatFlow } from "./flat-flow.ts";
import type { Home } from "./home.ts";

/** A leak that the product reports in a home to which nothing was done. */
export interface Opening {
  serial: string;
  leak: Leak;
  rules: string[];
  /** Whether water flowed evenly: see isFlatFlow. */
  flat: boolean;
}

/** The hour of each day at which its flow is tested, whatever the product says of it. */
const NOON = 12;
/** Hours in a year of 365.25 days. */
const YEAR_HOURS = 8766;
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

/** How many days of a home there are, and how many of them have flat flow around their noon: what chance would give. */
export function flatDays({ hours, timeZone }: Home): { days: number; flat: number } {
  const noons = hours.filter(({ at }) => localHour(at, timeZone) === NOON);
  return { days: noons.length, flat: noons.filter(({ at }) => isFlatFlow(hours, at)).length };
}

function localHour(at: number, timeZone: string): number {
  return Math.floor((at - localDayAt(timeZone, at).startsAt) / HOUR_MS);
}
