import { t } from "@lingui/core/macro";
import { customRangeLabel, type Period, type PeriodName } from "../../../components/period/period.ts";
import { choiceOf, dayOf, textOf } from "../../search-text.ts";
import { addDays } from "./calendar.ts";

export const periodNames = ["today", "yesterday", "last-7-days", "last-30-days", "custom-date-range"] as const;

const named = {
  today: { words: t`Today so far`, days_ago: 0 },
  yesterday: { words: t`Yesterday`, days_ago: 1 },
  "last-7-days": { words: t`Last 7 days`, days_ago: 7 },
  "last-30-days": { words: t`Last 30 days`, days_ago: 30 },
} as const satisfies Partial<Record<PeriodName, unknown>>;

/** The period of a URL; undefined if it is missing or invalid. */
export function periodOf(name: unknown, start: unknown, end: unknown): Period | undefined {
  const period = choiceOf(name, periodNames);
  if (period !== "custom-date-range") return period && { period };
  const [start_date, end_date] = [dayOf(start), dayOf(end)];
  return start_date && end_date && start_date <= end_date ? { period, start_date, end_date } : undefined;
}

const byDays = { 0: "today", 1: "yesterday", 7: "last-7-days", 30: "last-30-days" } as const;

/** The names that a link can give a period, beside its dates. Every screen reads all of them. */
interface PeriodNames {
  period?: unknown;
  dateRangeLabel?: unknown;
  days_ago?: unknown;
  start_date?: unknown;
  end_date?: unknown;
}

/**
 * The period of a link by whichever name it has: `period`, else `dateRangeLabel`, else `days_ago`, else its dates;
 * undefined where none makes sense.
 */
export function linkPeriod(raw: PeriodNames): Period | undefined {
  const { start_date, end_date } = raw;
  return (
    periodOf(raw.period, start_date, end_date) ??
    periodOf(raw.dateRangeLabel, start_date, end_date) ??
    byDaysAgo(raw.days_ago) ??
    periodOf("custom-date-range", start_date, end_date)
  );
}

/** Whether a link names its period in a way that makes no sense, or that contradicts what was read of it. */
export function isPeriodLost(raw: PeriodNames, read: Period | undefined): boolean {
  const names = [raw.period, raw.dateRangeLabel].map(textOf);
  if (names.some((name) => name !== undefined && name !== read?.period)) return true;
  if (textOf(raw.days_ago) !== undefined && (read === undefined || byDaysAgo(raw.days_ago)?.period !== read.period)) {
    return true;
  }
  // Dates beside a name are redundant.
  const isDated = [raw.start_date, raw.end_date].some((date) => textOf(date) !== undefined);
  return isDated && periodOf("custom-date-range", raw.start_date, raw.end_date) === undefined;
}

function byDaysAgo(value: unknown): Period | undefined {
  const days = ([0, 1, 7, 30] as const).find((known) => String(known) === textOf(value));
  return days === undefined ? undefined : { period: byDays[days] };
}

/** The period as the calls take it. */
export function periodQuery(value: Period): { days_ago: 0 | 1 | 7 | 30 } | { start_date?: string; end_date?: string } {
  return value.period === "custom-date-range"
    ? { start_date: value.start_date, end_date: value.end_date }
    : { days_ago: named[value.period].days_ago };
}

/** The period's label: "Last 7 days", "Mar 03 to Mar 09, 2024". */
export function formatPeriod(value: Period): string {
  return value.period === "custom-date-range" ? customRangeLabel(value) : named[value.period].words;
}

/** The same within a sentence: "last 7 days", "Mar 03 to Mar 09, 2024". */
export function periodInSentence(value: Period): string {
  return value.period === "custom-date-range" ? customRangeLabel(value) : named[value.period].words.toLowerCase();
}

/** The last `days` complete days, as a range of dates. */
export function completeDays(days: number, today: string): Period {
  return rangeUpTo(addDays(today, -1), days);
}

/**
 * The range to offer if the requested days have no data: the 30 days up to the last reading, or up to yesterday if that
 * was today, since today is not over; today itself if those 30 days are the ones without data.
 */
export function lastDays(last: string, span: { start_date: string; end_date: string }, today: string): Period {
  if (last < today) return rangeUpTo(last, 30);
  const complete = completeDays(30, today);
  const isSameSpan = span.start_date === complete.start_date && span.end_date === complete.end_date;
  return isSameSpan ? rangeUpTo(last, 1) : complete;
}

/** The range of `days` days that ends with `last`. */
export function rangeUpTo(last: string, days: number): Period {
  return { period: "custom-date-range", start_date: addDays(last, 1 - days), end_date: last };
}
