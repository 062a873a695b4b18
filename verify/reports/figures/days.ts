import { dayNumber, localDayAt } from "../../../server/time/local-day.ts";
import type { Rules } from "./rules.ts";

/** Local days since 1970-01-01, both included. */
export interface Days {
  first: number;
  last: number;
  /** The last one that has begun. */
  begun: number;
  /** All of them are over. */
  areOver: boolean;
}

/** How a request specifies its days. */
export interface PeriodParams {
  days_ago?: number | undefined;
  start_date?: string | undefined;
  end_date?: string | undefined;
}

/** The days of a request in a time zone: yesterday unless it specifies others; none after today has begun. */
export function daysOf(timeZone: string, params: PeriodParams, now: number, rules: Rules): Days {
  const today = localDayAt(rules.daysOfUtc ? "UTC" : timeZone, now).day;
  if (params.start_date !== undefined && params.end_date !== undefined) {
    const last = dayNumber(params.end_date);
    return { first: dayNumber(params.start_date), last, begun: Math.min(last, today), areOver: last < today };
  }
  const { days_ago: ago = 1 } = params;
  if (ago === 0) return { first: today, last: today, begun: today, areOver: false };
  return { first: today - ago, last: today - 1, begun: today - 1, areOver: true };
}

/** The same number of days before. */
export function previousDays({ first, last }: Days, rules: Rules): Days {
  const end = first - 1 - rules.previousGap;
  return { first: end - (last - first), last: end, begun: end, areOver: true };
}

/** Each local day that has begun. */
export function eachDay({ first, begun }: Pick<Days, "first" | "begun">): number[] {
  return Array.from({ length: Math.max(0, begun - first + 1) }, (_, i) => first + i);
}
