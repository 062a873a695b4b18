import { rate, share } from "../figures/intervals.ts";
import { atMost, type Measure, measure } from "../figures/measure.ts";
import { HOUR_MS } from "../readings/durations.ts";
import { type FlowHour, isFlatFlow } from "./flat-flow.ts";
import type { Opening } from "./opening.ts";

/** A home to which nothing was done, and what a detector reports in it. */
export interface UntouchedHome {
  hours: readonly FlowHour[];
  openings: readonly Opening[];
}

/** Openings per home-year at most: those that count, of these without flat flow, and suspicions beside them. */
export interface UntouchedFloors {
  openings: number;
  notFlat: number;
  suspected: number;
}

/** The hour of each day at which its flow is tested, whatever is reported. */
const NOON = 12;
/** Hours in a year of 365.25 days. */
const YEAR_HOURS = 8766;
/** Water in so many measured hours in a row is a leak or use of that kind, whatever a detector says. */
const NO_REST_HOURS = 36;
/** A longer gap ends such a stretch. */
const LONGEST_GAP_MS = 6 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;

/** Years of measured hours. */
export function homeYears(hours: readonly unknown[]): number {
  return hours.length / YEAR_HOURS;
}

/** The figures of homes to which nothing was done. */
export function untouchedMeasures(homes: readonly UntouchedHome[], floors: UntouchedFloors | null): Measure[] {
  const years = homes.reduce((sum, { hours }) => sum + homeYears(hours), 0);
  const all = homes.flatMap(({ openings }) => openings);
  const leaks = all.filter(({ sureAt }) => sureAt !== null);
  const notFlat = homes.flatMap(({ hours, openings }) =>
    openings.filter(({ sureAt, openedAt }) => sureAt !== null && !isFlatFlow(hours, openedAt)),
  );
  const noons = homes.flatMap(({ hours }) =>
    hours.filter(({ localHour }) => localHour === NOON).map(({ at }) => isFlatFlow(hours, at)),
  );
  const each = "per home-year";
  const most = (key: keyof UntouchedFloors) => (floors ? atMost(floors[key]) : undefined);
  return [
    measure("untouched: openings", each, rate(leaks.length, years), most("openings")),
    measure("untouched: openings by units", "per 100 units and month", rate(leaks.length, (years * 12) / 100)),
    measure("untouched: openings that are not flat flow", each, rate(notFlat.length, years), most("notFlat")),
    measure("untouched: suspected only", each, rate(all.length - leaks.length, years), most("suspected")),
    measure(
      "untouched: suspected only, by units",
      "per 100 units and month",
      rate(all.length - leaks.length, (years * 12) / 100),
    ),
    measure(
      "untouched: days around whose noon there is flat flow",
      "%",
      share(noons.filter((flat) => flat).length, noons.length),
    ),
  ];
}

/** Stretches in which water ran in each of 36 measured hours in a row and more: the home leaks, or never rests. */
export function stretchesWithoutRest(hours: readonly FlowHour[]): { from: number; until: number }[] {
  const found: { from: number; until: number; count: number }[] = [];
  let open: (typeof found)[number] | null = null;
  for (const { at, litres } of hours) {
    if (litres === null) continue;
    const until = at + HOUR_MS;
    if (open !== null && (litres === 0 || at - open.until > LONGEST_GAP_MS)) open = null;
    if (litres === 0) continue;
    if (open === null) {
      open = { from: at, until, count: 1 };
      found.push(open);
    } else {
      open.until = until;
      open.count++;
    }
  }
  return found.filter(({ count }) => count >= NO_REST_HOURS);
}

/** Whether a home leaks by itself in a stretch of time, or did up to a day before. */
export function leaksByItself(
  stretches: readonly { from: number; until: number }[],
  { from, until }: { from: number; until: number },
): boolean {
  return stretches.some((one) => one.from < until && one.until > from - DAY_MS);
}
