import { type Days, daysOf, previousDays } from "../figures/days.ts";
import type { Rules } from "../figures/rules.ts";
import { addDays, noSums, type Sums } from "../figures/sums.ts";
import type { Property, Unit } from "../stored/stored.ts";
import { chosenProperties, chosenUnits, type Params } from "./answer.ts";

/** What units came to in the requested days, and in as many days before. */
export interface Sides {
  now: Sums;
  before: Sums;
  /** Whether the two may be compared. */
  isCompared: boolean;
}

export interface ComparedProperty extends Sides {
  property: Property;
  units: Unit[];
  days: Days;
  previous: Days;
}

/** All chosen properties, each and together. */
export interface Compared extends Sides {
  properties: ComparedProperty[];
  units: Unit[];
}

export function compared(params: Params): Compared {
  const { figures, query, now } = params;
  const all: Sides = { now: noSums(), before: noSums(), isCompared: false };
  const isRequested = query.comparison === "previous_period";
  const properties = chosenProperties(params).map((property): ComparedProperty => {
    const units = chosenUnits(params, property);
    const days = daysOf(property.timeZone, query, now, figures.rules);
    const previous = previousDays(days, figures.rules);
    const own: Sides = { now: noSums(), before: noSums(), isCompared: false };
    for (const sums of [own.now, all.now]) addDays(sums, figures, property, units, days);
    for (const sums of [own.before, all.before]) addDays(sums, figures, property, units, previous);
    return {
      property,
      units,
      days,
      previous,
      ...own,
      isCompared: isRequested && days.areOver && areRead(own, figures.rules),
    };
  });
  const units = properties.flatMap((one) => one.units);
  const areOver = properties.every(({ days }) => days.areOver);
  return { ...all, properties, units, isCompared: isRequested && areOver && areRead(all, figures.rules) };
}

/** Either side has enough of its meter-days read. */
function areRead({ now, before }: Sides, { comparedShare }: Rules): boolean {
  return [now, before].every(
    ({ metersRead, metersExpected }) => metersExpected > 0 && metersRead >= comparedShare * metersExpected,
  );
}

/** Change in percent; null where there is nothing to compare with. */
export function changeOf({ isCompared, now, before }: Sides, figure: (sums: Sums) => number | null): number | null {
  const [after, base] = [figure(now), figure(before)];
  if (!isCompared || after === null || base === null || base === 0) return null;
  return ((after - base) / base) * 100;
}

/** Change in percentage points. */
export function pointsOf({ isCompared, now, before }: Sides, figure: (sums: Sums) => number | null): number | null {
  const [after, base] = [figure(now), figure(before)];
  return !isCompared || after === null || base === null ? null : after - base;
}
