import { t } from "@lingui/core/macro";
import { formatDate, formatHour, formatMonthDay, formatWeekday } from "../format.ts";
import type { ChartPoint } from "./series.ts";

const MONDAY = 1;

/** Axis places for local days (yyyy-MM-dd). */
export function dayPoints(dates: readonly string[]): ChartPoint[] {
  return dates.map((date) => ({
    axis: formatMonthDay(date),
    full: `${formatWeekday(date)}, ${formatDate(date)}`,
    major: new Date(`${date}T00:00:00Z`).getUTCDay() === MONDAY,
    startsDay: true,
  }));
}

/**
 * Axis points for hours of local days: `hour` is 0 to 23, and midnight is labelled with the date. The second of the two
 * equal hours at the end of daylight saving time is labelled as such.
 */
export function hourPoints(hours: readonly { date: string; hour: number }[]): ChartPoint[] {
  return hours.map(({ date, hour }, index) => {
    const before = hours[index - 1];
    const again = before?.date === date && before.hour === hour ? t` again` : "";
    return {
      axis: hour === 0 ? formatMonthDay(date) : formatHour(hour),
      full: `${formatWeekday(date)}, ${formatDate(date)}, ${formatHour(hour)}${again}`,
      major: hour === 0,
      startsDay: hour === 0,
    };
  });
}
