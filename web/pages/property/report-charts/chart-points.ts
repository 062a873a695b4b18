import { t } from "@lingui/core/macro";
import { addDays } from "../../../app/report/search/calendar.ts";
import { dayPoints } from "../../../components/chart/points.ts";
import type { ChartPoint } from "../../../components/chart/series.ts";
import { formatDate, formatDateRange, formatMonth, formatMonthDay } from "../../../components/format.ts";

type Resolution = "day" | "week" | "month";

/** A chart as in the responses. */
interface Answered {
  resolution: Resolution;
  start_date: string;
  end_date: string;
  points: readonly { start_date: string; end_date: string }[];
}

/** Places on the axis for days, weeks or months; a week is named by its first day. */
export function bucketPoints({ resolution, points }: Answered): ChartPoint[] {
  if (resolution === "day") return dayPoints(points.map(({ start_date }) => start_date));
  return points.map(({ start_date }) => {
    if (resolution === "week") return { axis: formatMonthDay(start_date), full: weekName(start_date) };
    const month = formatMonth(start_date.slice(0, 7));
    return { axis: month, full: month };
  });
}

/** The seven days from Monday to Sunday that a day is among. */
function weekName(date: string): string {
  const monday = addDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));
  return `${formatDate(monday)} - ${formatDate(addDays(monday, 6))}`;
}

/** What a point stands for, as the first column of the chart's table is called. */
export function pointHeader(resolution: Resolution | undefined): string {
  return { day: t`Date`, week: t`Week`, month: t`Month` }[resolution ?? "day"];
}

/** The unit and the days of a chart: "Gallons per day, Oct 23 to Nov 21, 2026". */
export function chartSubtitle(figure: string, answered: Answered | undefined): string | undefined {
  if (answered === undefined) return undefined;
  const days = formatDateRange(answered.start_date, answered.end_date);
  if (answered.resolution === "week") return t`${figure} per week, ${days}`;
  return answered.resolution === "month" ? t`${figure} per month, ${days}` : t`${figure} per day, ${days}`;
}

/** The range of dates that a drag across the places from first to last (both included) chooses. */
export function draggedRange(points: Answered["points"], first: number, last: number) {
  const [from, to] = [points[first], points[last]];
  if (from === undefined || to === undefined) return undefined;
  return { period: "custom-date-range", start_date: from.start_date, end_date: to.end_date } as const;
}
