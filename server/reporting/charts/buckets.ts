import dayjs from "dayjs";
import { dayNumber, dayText } from "../../time/local-day.ts";

export type Resolution = "day" | "week" | "month";

/** One point of a chart: the days of the period that it sums up. */
export interface Bucket {
  /** Such as `Nov 02, 2026`, `Nov 02, 2026 - Nov 08, 2026` (always seven days) or `Nov 2026`. */
  label: string;
  /** The same as start_date. */
  date: string;
  /** First and last day of the period in it: those of a week or month at either end may be fewer. */
  start_date: string;
  end_date: string;
}

/** The default interval: up to so many days one by one, and up to so many by week. */
const MOST_DAYS = 92;
const MOST_DAYS_OF_WEEKS = 366;
/** From more points than this on, every second, third, fourth and fifth label is shown. */
const STEPS = [200, 500, 1000, 1500] as const;

/** What a chart over so many days is drawn by. */
export function resolutionOf(days: number): Resolution {
  if (days <= MOST_DAYS) return "day";
  return days <= MOST_DAYS_OF_WEEKS ? "week" : "month";
}

/** Every how many points a label is shown, so that they do not run into each other: 1 to 5. */
export function labelStep(points: number): number {
  return 1 + STEPS.filter((most) => points > most).length;
}

/** The points from one day to another, both included, in order. Weeks begin on Monday. */
export function bucketsOf(first: string, last: string, resolution: Resolution): Bucket[] {
  const buckets: Bucket[] = [];
  for (let day = dayNumber(first); day <= dayNumber(last); ) {
    const begin = beginOf(day, resolution);
    const end = endOf(begin, resolution);
    buckets.push({
      label: labelOf(begin, resolution),
      date: dayText(day),
      start_date: dayText(day),
      end_date: dayText(Math.min(end, dayNumber(last))),
    });
    day = end + 1;
  }
  return buckets;
}

/** Day 0 was a Thursday. */
const MONDAY = 4;

function beginOf(day: number, resolution: Resolution): number {
  if (resolution === "day") return day;
  if (resolution === "week") return day - ((((day - MONDAY) % 7) + 7) % 7);
  return dayNumber(`${dayText(day).slice(0, 7)}-01`);
}

function endOf(begin: number, resolution: Resolution): number {
  if (resolution === "day") return begin;
  if (resolution === "week") return begin + 6;
  return begin + dayjs(dayText(begin)).daysInMonth() - 1;
}

function labelOf(begin: number, resolution: Resolution): string {
  const written = (day: number) => dayjs(dayText(day)).format("MMM DD, YYYY");
  if (resolution === "day") return written(begin);
  return resolution === "week" ? `${written(begin)} - ${written(begin + 6)}` : dayjs(dayText(begin)).format("MMM YYYY");
}
