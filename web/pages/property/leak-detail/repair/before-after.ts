import type { ChartPoint } from "../../../../../contract/reporting/leak-details.ts";
import { clockAtProperty } from "../view/property-time.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So many days on either side of a repair at most. */
const MOST_DAYS = 7;
/** Hours over which a rate is taken, as the server takes a leak's. */
const RATE_HOURS = 24;

/** Some hours, split at an instant. In milliseconds since the epoch; the end is exclusive. */
export interface Look {
  from: number;
  splitAt: number;
  until: number;
  /** Whole days from the first to the last hour, or on either side of the split. */
  days: number;
}

/** As many days before an instant as have begun since, at most 7 on either side. */
export function lookAround(instant: string, now: number): Look {
  const splitAt = Date.parse(instant);
  const days = Math.min(MOST_DAYS, Math.max(1, Math.ceil((now - splitAt) / DAY_MS)));
  return { from: splitAt - days * DAY_MS, splitAt, until: Math.min(now, splitAt + days * DAY_MS), days };
}

/** The last 7 days, split where a leak began that goes on. */
export function lookBack(began: string, now: number): Look {
  return { from: now - MOST_DAYS * DAY_MS, splitAt: Date.parse(began), until: now, days: MOST_DAYS };
}

/** The local days that hold the hours. */
export function daysOf({ from, until }: Look, zone: string): { start_date: string; end_date: string } {
  const dayAt = (instant: number) => clockAtProperty(instant, zone).slice(0, 10);
  return { start_date: dayAt(from), end_date: dayAt(until) };
}

/** The hours on one side of a split. */
export interface Side {
  points: readonly ChartPoint[];
  hoursMeasured: number;
  /** Gallons in an hour over its last 24 measured hours, and those of them that leaked; null: none was measured. */
  gallonsPerHour: number | null;
  leakGallonsPerHour: number | null;
  /** Begin of the last measured hour, with its offset from UTC; null: none was measured. */
  lastMeasuredAt: string | null;
}

/** Splits hours: those that begin before the instant, and those from it on that are over. */
export function splitHours(points: readonly ChartPoint[], look: Look): { before: Side; after: Side } {
  const between = (from: number, until: number) =>
    points.filter(({ label }) => {
      const begin = Date.parse(label);
      return begin >= from && begin < until;
    });
  const over = look.until - HOUR_MS + 1;
  return {
    before: sideOf(between(look.from, Math.min(look.splitAt, over))),
    after: sideOf(between(Math.max(look.from, look.splitAt), over)),
  };
}

function sideOf(points: readonly ChartPoint[]): Side {
  const measured = points.filter(
    ({ gallons_consumed, estimated_gallons }) => gallons_consumed !== null && estimated_gallons === 0,
  );
  const last = measured.slice(-RATE_HOURS);
  const mean = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    points,
    hoursMeasured: measured.length,
    gallonsPerHour: mean(last.map(({ gallons_consumed }) => gallons_consumed ?? 0)),
    leakGallonsPerHour: mean(last.map(({ gallons_leaked }) => gallons_leaked ?? 0)),
    lastMeasuredAt: last.at(-1)?.label ?? null,
  };
}
