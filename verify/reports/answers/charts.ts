import { dayNumber, dayText } from "../../../server/time/local-day.ts";
import { daysOf, eachDay } from "../figures/days.ts";
import { addDays, noSums, type Sums } from "../figures/sums.ts";
import { gallonsOf } from "../figures/units-of-measure.ts";
import type { Answer, Json, Params, Row } from "./answer.ts";
import { type Compared, changeOf, compared, pointsOf } from "./compared.ts";
import { outerDates } from "./headline.ts";
import { gallonsIn, leakIn, leakPercentIn } from "./sides.ts";

/** Leak gallons stay below so many of a hundred. */
const GOAL = 10;

interface Point {
  label: string;
  first: number;
  last: number;
  now: Sums;
  before: Sums;
}

export const gallonsDynamics: Answer = (params) =>
  chartOf(params, {}, (point, isCompared) => ({
    total_consumed: gallonsOf(point.now.gallons),
    normal_consumption: point.now.gallons === null ? null : gallonsOf(point.now.gallons - (leakIn(point.now) ?? 0)),
    toilet_leaks: point.now.gallons === null ? null : gallonsOf(point.now.toiletLeak),
    other_leaks: point.now.gallons === null ? null : gallonsOf(point.now.heaterLeak + point.now.otherLeak),
    water_heater_leaks: point.now.gallons === null ? null : gallonsOf(point.now.heaterLeak),
    previous_period_consumed: isCompared ? gallonsOf(point.before.gallons) : null,
    percentage_difference: changeOf({ ...point, isCompared }, gallonsIn),
  }));

export const leakVolumePercentage: Answer = (params) =>
  chartOf(params, { goal_percentage: GOAL }, (point, isCompared) => ({
    percent_of_leaks: leakPercentIn(point.now),
    total_consumed: gallonsOf(point.now.gallons),
    gallons_leaked: gallonsOf(leakIn(point.now)),
    previous_percent_of_leaks: isCompared ? leakPercentIn(point.before) : null,
    percentage_difference: pointsOf({ ...point, isCompared }, leakPercentIn),
  }));

/** A chart over the requested days. @param beside what stands beside its points */
export function chartOf(
  params: Params,
  beside: Row,
  figures: (point: Point, isCompared: boolean) => Row,
): { body: Json } {
  const of = compared(params);
  const dates = outerDates(params, of);
  const first = dayNumber(String(dates.start_date));
  const last = dayNumber(String(dates.end_date));
  const resolution = params.query.resolution ?? resolutionFor(last - first + 1);
  const points = pointsOver(params, of, resolution);
  return {
    body: {
      resolution,
      label_step: [200, 500, 1000, 1500].filter((bound) => points.length > bound).length + 1,
      ...dates,
      ...beside,
      points: points.map((point) => ({
        label: point.label,
        date: dayText(point.first),
        start_date: dayText(point.first),
        end_date: dayText(point.last),
        ...figures(point, of.isCompared),
      })),
    },
  };
}

function resolutionFor(days: number): string {
  if (days <= 92) return "day";
  return days <= 366 ? "week" : "month";
}

/** Each day that has begun somewhere, in its day, week or month; beside it the previous period by their place. */
function pointsOver(params: Params, of: Compared, resolution: string): Point[] {
  const points = new Map<number, Point>();
  const periods = of.properties.map((one) => one.days);
  if (periods.length === 0) periods.push(daysOf("UTC", params.query, params.now, params.figures.rules));
  const days = [...new Set(periods.flatMap(eachDay))].sort((a, b) => a - b);
  for (const day of days) {
    const begin = beginOf(day, resolution);
    const point = points.get(begin) ?? {
      label: labelOf(begin, resolution),
      first: day,
      last: day,
      now: noSums(),
      before: noSums(),
    };
    point.last = day;
    points.set(begin, point);
  }
  for (const { property, units, days: own, previous } of of.properties) {
    for (const day of eachDay(own)) {
      const point = points.get(beginOf(day, resolution));
      if (point === undefined) continue;
      const before = previous.first + (day - own.first);
      addDays(point.now, params.figures, property, units, { first: day, begun: day });
      addDays(point.before, params.figures, property, units, { first: before, begun: before });
    }
  }
  return [...points.values()];
}

/** The first day of a day's week, from Monday on, or of its month. */
function beginOf(day: number, resolution: string): number {
  if (resolution === "day") return day;
  // 1970-01-05 was a Monday.
  if (resolution === "week") return day - ((((day - 4) % 7) + 7) % 7);
  return dayNumber(`${dayText(day).slice(0, 7)}-01`);
}

function labelOf(begin: number, resolution: string): string {
  if (resolution === "week") return `${dayLabel(begin)} - ${dayLabel(begin + 6)}`;
  return resolution === "day" ? dayLabel(begin) : dayLabel(begin).replace(/ \d+,/, "");
}

function dayLabel(day: number): string {
  const date = new Date(`${dayText(day)}T00:00:00Z`);
  return date.toLocaleDateString("en-US", { timeZone: "UTC", year: "numeric", month: "short", day: "2-digit" });
}
