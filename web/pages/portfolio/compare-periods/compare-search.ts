import { t } from "@lingui/core/macro";
import { addDays, countDays } from "../../../app/report/search/calendar.ts";
import { completeDays } from "../../../app/report/search/period-search.ts";
import { reportSearch, searchPeriod } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { choiceOf, dayOf } from "../../../app/search-text.ts";
import { type FigureId, figureIds } from "./figures.ts";

/** Local days, both included, yyyy-MM-dd. */
export interface Range {
  start_date: string;
  end_date: string;
}

/** The URL of the comparison: its period is the first one, these days the second. */
export interface CompareSearch extends ReportSearch {
  /** Left out: what leaks cost. */
  figure?: FigureId;
  before_start?: string;
  before_end?: string;
}

/** What the table can be ordered by; the difference by its size, whichever way it goes. */
export const moverFields = ["property_name", "now", "before", "difference"] as const;

/** Reads the URL; of days that make no sense the ones before the first period are taken. */
export function compareSearch(raw: Record<string, unknown>): CompareSearch {
  const [start, end] = [dayOf(raw.before_start), dayOf(raw.before_end)];
  const inOrder = start !== undefined && end !== undefined && start <= end;
  return {
    ...reportSearch(raw, { tabs: [], orderings: moverFields }),
    figure: choiceOf(raw.figure, figureIds),
    before_start: inOrder ? start : undefined,
    before_end: inOrder ? end : undefined,
  };
}

const namedDays = { today: 1, yesterday: 1, "last-7-days": 7, "last-30-days": 30 } as const;

/** Both periods of a URL as days; the second, where it names none, is as many days right before the first. */
export function rangesOf(search: CompareSearch, today: string): { now: Range; before: Range } {
  const { period, start_date, end_date } = searchPeriod(search);
  const now =
    period === "custom-date-range" && start_date && end_date
      ? { start_date, end_date }
      : period === "today"
        ? { start_date: today, end_date: today }
        : lastDays(period === "custom-date-range" ? 1 : namedDays[period], today);
  const { before_start, before_end } = search;
  const before = before_start && before_end ? { start_date: before_start, end_date: before_end } : daysBefore(now);
  return { now, before };
}

function lastDays(days: number, today: string): Range {
  const { start_date = today, end_date = today } = completeDays(days, today);
  return { start_date, end_date };
}

/** As many days as these, right before them. */
function daysBefore({ start_date, end_date }: Range): Range {
  const end = addDays(start_date, -1);
  return { start_date: addDays(end, 1 - countDays(start_date, end_date)), end_date: end };
}

export interface Preset {
  name: string;
  now: Range;
  before: Range;
}

/** Periods that are often compared, up to yesterday; of months the same days of each. */
export function presets(today: string): Preset[] {
  const yesterday = addDays(today, -1);
  const week = lastDays(7, today);
  const month = { start_date: `${yesterday.slice(0, 8)}01`, end_date: yesterday };
  return [
    { name: t`Last week, the week before`, now: week, before: daysBefore(week) },
    { name: t`This month, last month`, now: month, before: monthsEarlier(month, 1) },
    { name: t`This month, a year ago`, now: month, before: monthsEarlier(month, 12) },
  ];
}

/** The same days so many months earlier; a month without such a day ends with its last. */
function monthsEarlier({ start_date, end_date }: Range, months: number): Range {
  const first = new Date(Date.UTC(Number(start_date.slice(0, 4)), Number(start_date.slice(5, 7)) - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
  const start = first.toISOString().slice(0, 10);
  const end = `${start.slice(0, 8)}${end_date.slice(8)}`;
  const lastDay = last.toISOString().slice(0, 10);
  return { start_date: start, end_date: end > lastDay ? lastDay : end };
}
