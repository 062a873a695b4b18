import { OPEN_AFTER_DAYS } from "../metering/plan/retained.ts";
import { DAY_MS } from "../time/durations.ts";
import { dayNumber, dayText } from "../time/local-day.ts";

/** How long readings are kept, in months; null: for ever. */
export interface Retention {
  hoursMonths: number | null;
  /** At least as many as hours are kept. */
  daysMonths: number | null;
}

/** From which months on hours and days are kept, as numbers of their first days; null: all are. */
export interface Limits {
  hoursFrom: number | null;
  daysFrom: number | null;
}

/**
 * What may go today. Only whole months go. Hours go a little later than they might: refresh needs some days before the
 * first one on which readings are still taken, and that day must be older than what is to be kept.
 * @param now milliseconds since the epoch
 */
export function limitsOf({ hoursMonths, daysMonths }: Retention, now: number): Limits {
  // In no time zone is it an earlier day than this one.
  const today = Math.floor(now / DAY_MS) - 1;
  const daysFrom = daysMonths === null ? null : monthBefore(monthsBack(today, daysMonths));
  const months = hoursMonths ?? daysMonths;
  const hours = months === null ? null : monthBefore(monthsBack(today, months) - OPEN_AFTER_DAYS);
  return { hoursFrom: hours, daysFrom: daysFrom === null || hours === null ? null : Math.min(daysFrom, hours) };
}

/** The same date some months earlier; the last of its month where that month is shorter. */
function monthsBack(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() - months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), last)) / DAY_MS;
}

/** The first day of the month in which a day lies. */
function monthBefore(day: number): number {
  return dayNumber(`${dayText(day).slice(0, 7)}-01`);
}

/** The first day of the month after the one in which a day lies. */
export function nextMonth(day: number): number {
  const [year, month] = dayText(day).split("-").map(Number);
  return Date.UTC(year ?? 1970, month ?? 1, 1) / DAY_MS;
}
