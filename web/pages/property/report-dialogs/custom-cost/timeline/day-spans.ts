import { addDays } from "../../../../../app/report/search/calendar.ts";

/** Local days from first to last, both included, yyyy-MM-dd. Compared as texts. */
export interface DaySpan {
  first: string;
  last: string;
}

/** Represents "no start date". */
export const EVER = "0001-01-01";
/** Stands for "until further notice". */
export const OPEN = "9999-12-31";

/** The days of a price as in the API; null: no start date, no end date. */
export function daysOf({ start_date, end_date }: { start_date: string | null; end_date: string | null }): DaySpan {
  return { first: start_date ?? EVER, last: end_date ?? OPEN };
}

export function isOn(day: string, { first, last }: DaySpan): boolean {
  return first <= day && day <= last;
}

/** The days that two spans share; null: none. */
export function sharedDays(one: DaySpan, other: DaySpan): DaySpan | null {
  const first = one.first > other.first ? one.first : other.first;
  const last = one.last < other.last ? one.last : other.last;
  return first <= last ? { first, last } : null;
}

/**
 * All days, without start and end date, split where the value may change: each day is in exactly one of the spans, and
 * adjacent spans with the same value are merged.
 * @param changes spans on whose days the value may differ from the days around them
 * @param holds the value on a day
 */
export function allDays<T extends object>(
  changes: readonly DaySpan[],
  holds: (day: string) => T,
  isSame: (one: T, other: T) => boolean,
): (T & DaySpan)[] {
  const starts = new Set([EVER, ...changes.map(({ first }) => first)]);
  for (const { last } of changes) if (last < OPEN) starts.add(addDays(last, 1));
  const found: (T & DaySpan)[] = [];
  for (const first of [...starts].sort()) {
    const held = holds(first);
    const before = found.at(-1);
    if (before !== undefined && isSame(before, held)) continue;
    if (before !== undefined) before.last = addDays(first, -1);
    found.push({ ...held, first, last: OPEN });
  }
  return found;
}
