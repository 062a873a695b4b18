import { HOUR_MS } from "../../time/durations.ts";
import { localDay } from "../../time/local-day.ts";
import type { Span } from "./served-meters.ts";

/** Some of a property's meters, in the order of their service, on one day, or in one hour of it. */
export interface Stretch {
  propertyId: number;
  timeZone: string;
  /** Number of the day. */
  day: number;
  /** The hour, counted from local midnight; 0 in a list of days. */
  slot: number;
  skip: number;
  take: number;
}

/** How many hours of a day, by its number, have begun in a zone; or 1 for every day. */
export type SlotsOf = (timeZone: string, day: number) => number;

/** One row for each meter and day. */
export const wholeDays: SlotsOf = () => 1;

/** One row for each meter and hour that has begun at `now`, milliseconds. */
export function hoursBegun(now: number): SlotsOf {
  const known = new Map<string, number>();
  return (timeZone, day) => {
    const key = `${timeZone} ${day}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const { startsAt, hours } = localDay(timeZone, day);
    const begun = Math.max(0, Math.min(hours, Math.floor((now - startsAt) / HOUR_MS) + 1));
    known.set(key, begun);
    return begun;
  };
}

/**
 * Where the rows of a page are, among rows ordered by day and hour, then property and service: calculated from how many
 * meters are in service, so that a page deep in a list costs as much as the first. `count` is that of all rows.
 */
export function walkDays(
  spans: readonly Span[],
  slotsOf: SlotsOf,
  page: { offset: number; limit: number; isDescending: boolean },
): { count: number; stretches: Stretch[] } {
  const first = spans.reduce((least, span) => Math.min(least, span.first), Number.POSITIVE_INFINITY);
  const end = spans.reduce((most, span) => Math.max(most, span.end), Number.NEGATIVE_INFINITY);
  const stretches: Stretch[] = [];
  let passed = 0;
  const pass = (served: Omit<Stretch, "skip" | "take">, meters: number) => {
    const skip = Math.max(0, page.offset - passed);
    const take = Math.min(meters, page.offset + page.limit - passed) - skip;
    if (take > 0) stretches.push({ ...served, skip, take });
    passed += meters;
  };
  for (let step = 0; step < end - first; step += 1) {
    const day = page.isDescending ? end - 1 - step : first + step;
    const serving = servingOn(spans, day).map((place) => ({ ...place, slots: slotsOf(place.timeZone, day) }));
    const rows = serving.reduce((sum, { meters, slots }) => sum + meters * slots, 0);
    if (passed + rows <= page.offset || passed >= page.offset + page.limit) {
      passed += rows;
      continue;
    }
    const most = Math.max(0, ...serving.map(({ slots }) => slots));
    for (let hour = 0; hour < most; hour += 1) {
      const slot = page.isDescending ? most - 1 - hour : hour;
      for (const { propertyId, timeZone, meters, slots } of serving) {
        if (slot < slots) pass({ propertyId, timeZone, day, slot }, meters);
      }
    }
  }
  return { count: passed, stretches };
}

/** The properties with meters in service on a day, and how many. Spans come property by property. */
function servingOn(spans: readonly Span[], day: number): { propertyId: number; timeZone: string; meters: number }[] {
  const serving: { propertyId: number; timeZone: string; meters: number }[] = [];
  for (const { propertyId, timeZone, first, end, meters } of spans) {
    if (day < first || day >= end) continue;
    const last = serving.at(-1);
    if (last?.propertyId === propertyId) last.meters += meters;
    else serving.push({ propertyId, timeZone, meters });
  }
  return serving;
}
