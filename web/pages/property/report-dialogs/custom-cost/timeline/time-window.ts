import { addDays, countDays } from "../../../../../app/report/search/calendar.ts";
import { completeDays, periodQuery } from "../../../../../app/report/search/period-search.ts";
import type { Period } from "../../../../../components/period/period.ts";
import { type DaySpan, EVER, OPEN } from "./day-spans.ts";
import type { PriceLane } from "./price-lanes.ts";

/** Changes further than this from what is looked at are in the table alone: a day must not get too narrow to see. */
const FARTHEST = 730;
const LEAST_EDGE = 15;

/** A report's days, on the calendar of the property. */
export function periodDays(period: Period, today: string): DaySpan {
  if (period.period === "custom-date-range")
    return { first: period.start_date ?? today, last: period.end_date ?? today };
  const params = periodQuery(period);
  const days = "days_ago" in params ? params.days_ago : 0;
  if (days === 0) return { first: today, last: today };
  const { start_date: first = today, end_date: last = today } = completeDays(days, today);
  return { first, last };
}

/** The days on which a price of any lane begins, in order, without prices that have no start date. */
export function changeDays(lanes: readonly PriceLane[]): string[] {
  const spans = lanes.flatMap(({ now, then }) => [...now, ...(then ?? [])]);
  return [...new Set(spans.map(({ first }) => first))].filter((day) => day !== EVER).sort();
}

/**
 * The days to draw: today, those of the report and of the new price, and the changes around them.
 * @returns also how many changes lie before and after them
 */
export function timeWindow(
  lanes: readonly PriceLane[],
  today: string,
  period: DaySpan,
  planned: DaySpan | undefined,
): DaySpan & { earlier: number; later: number } {
  const looked = [today, period.first, period.last, ...(planned ? [planned.first] : [])];
  if (planned && planned.last !== OPEN) looked.push(planned.last);
  looked.sort();
  const [least = today, most = today] = [looked[0], looked.at(-1)];
  const [floor, ceiling] = [addDays(least, -FARTHEST), addDays(most, FARTHEST)];
  const changes = changeDays(lanes);
  const near = changes.filter((day) => day >= floor && day <= ceiling);
  const first = [least, ...near].sort()[0] ?? least;
  const last = [most, ...near].sort().at(-1) ?? most;
  const edge = Math.max(LEAST_EDGE, Math.round(countDays(first, last) * 0.06));
  return {
    first: addDays(first, -edge),
    last: addDays(last, edge),
    earlier: changes.filter((day) => day < floor).length,
    later: changes.filter((day) => day > ceiling).length,
  };
}

/** Where days lie in a drawing so many pixels wide: x and width of a span, cut to the window. */
export function placed(span: DaySpan, window: DaySpan, width: number): { x: number; width: number } | null {
  if (span.first > window.last || span.last < window.first) return null;
  const day = width / countDays(window.first, window.last);
  const first = span.first < window.first ? window.first : span.first;
  const last = span.last > window.last ? window.last : span.last;
  return { x: (countDays(window.first, first) - 1) * day, width: countDays(first, last) * day };
}

/** The day under a pointer. */
export function dayAt(x: number, window: DaySpan, width: number): string {
  const days = countDays(window.first, window.last);
  return addDays(window.first, Math.min(days - 1, Math.max(0, Math.floor((x / width) * days))));
}

const steps = [1, 2, 3, 6, 12, 24, 60, 120];
const TICK_PIXELS = 72;

/** Firsts of months at which a label fits. */
export function monthTicks(window: DaySpan, width: number): string[] {
  const [from, to] = [window.first, window.last].map(
    (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1,
  );
  if (from === undefined || to === undefined || width <= 0) return [];
  const room = Math.max(1, Math.floor(width / TICK_PIXELS));
  const step = steps.find((months) => (to - from) / months <= room) ?? 240;
  const found: string[] = [];
  for (let month = Math.ceil(from / step) * step; month <= to; month += step) {
    const day = `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
    if (day >= window.first && day <= window.last) found.push(day);
  }
  return found;
}
