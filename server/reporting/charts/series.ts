import { z } from "zod";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { outerDates } from "../../query/chosen-properties.ts";
import type { Clock } from "../../time/clock.ts";
import { dayNumber } from "../../time/local-day.ts";
import { isComparable } from "../change.ts";
import { type FigureParams, reportDays } from "../figures.ts";
import { type Bucket, bucketsOf, labelStep, type Resolution, resolutionOf } from "./buckets.ts";

export interface SeriesParams extends FigureParams {
  /** Left out: by the number of days. */
  resolution?: Resolution | undefined;
}

const sum = z.int().nullable();
/** Volumes in thousandths of a gallon, money in millionths of a dollar; all null where nothing was measured. */
const columns = {
  gallons: sum,
  toilet_leak: sum,
  heater_leak: sum,
  other_leak: sum,
  cost: sum,
  toilet_cost: sum,
  heater_cost: sum,
  other_cost: sum,
};
export type Sums = Record<keyof typeof columns, number>;

const Row = z.object({
  ...columns,
  is_previous: z.boolean(),
  bucket: z.int(),
  meter_days_read: z.int(),
  meter_days_expected: z.int(),
});
type Row = z.output<typeof Row>;

export interface SeriesPoint extends Bucket {
  /** null: nothing was measured, a gap. */
  now: Sums | null;
  /** Of the same days of the period before, by their place in it; null: not compared, or nothing was measured. */
  before: Sums | null;
}

export interface Series {
  resolution: Resolution;
  /** Every how many points a label is shown. */
  label_step: number;
  start_date: string;
  end_date: string;
  points: SeriesPoint[];
}

/**
 * What the chosen properties used, lost and paid, by day, week or month, up to the last day that has begun. A point is the
 * sum of its days; of several time zones each property's own days count. Where the period is compared, and both have
 * enough meter-days read, each point has the same days of the one before.
 */
export async function seriesOf(scope: Scope, tx: Transactional, params: SeriesParams, clock: Clock): Promise<Series> {
  const { properties, isCompared: isRequested, ctes } = await reportDays(scope, tx, params, clock);
  const [start, end] = outerDates(properties, params, clock);
  const last =
    properties
      .map(({ lastDate }) => lastDate)
      .sort()
      .at(-1) ?? end;
  const resolution = params.resolution ?? resolutionOf(dayNumber(end) - dayNumber(start) + 1);
  const buckets = bucketsOf(start, last, resolution);
  // Of every property the same, whichever its days are.
  const length = properties.map((of) => dayNumber(of.endDate) - dayNumber(of.startDate) + 1)[0] ?? 0;
  const found = await queryRows(tx, Row)`
    with ${ctes},
    bucket as (
      select * from unnest(${buckets.map((_, i) => i)}::int[], ${buckets.map((b) => b.start_date)}::date[],
        ${buckets.map((b) => b.end_date)}::date[]) as b (bucket, first_day, last_day)
    ),
    by_day as (
      select is_previous, day, sum(gallons)::bigint as gallons, sum(toilet_leak)::bigint as toilet_leak,
        sum(heater_leak)::bigint as heater_leak, sum(other_leak)::bigint as other_leak, sum(cost)::bigint as cost,
        sum(toilet_cost)::bigint as toilet_cost, sum(heater_cost)::bigint as heater_cost,
        sum(other_cost)::bigint as other_cost, sum(meters_read)::bigint as meters_read
      from days group by is_previous, day
    ),
    wanted as materialized (
      select is_previous, coalesce(sum(meter_days), 0)::bigint as meter_days from expected group by is_previous
    )
    select by_day.is_previous, bucket.bucket, sum(gallons)::bigint as gallons, sum(toilet_leak)::bigint as toilet_leak,
      sum(heater_leak)::bigint as heater_leak, sum(other_leak)::bigint as other_leak, sum(cost)::bigint as cost,
      sum(toilet_cost)::bigint as toilet_cost, sum(heater_cost)::bigint as heater_cost,
      sum(other_cost)::bigint as other_cost,
      (sum(sum(meters_read)) over side)::bigint as meter_days_read,
      max(wanted.meter_days) as meter_days_expected
    -- A day of the period before stands in the place of the one that is as many days later.
    from by_day join bucket on by_day.day + case when by_day.is_previous then ${length}::int else 0 end
      between bucket.first_day and bucket.last_day
    join wanted on wanted.is_previous = by_day.is_previous
    group by by_day.is_previous, bucket.bucket
    window side as (partition by by_day.is_previous)`;
  const now = found.filter((row) => !row.is_previous);
  const before = found.filter((row) => row.is_previous);
  const [ofNow, ofBefore] = [now[0], before[0]];
  const isCompared = isRequested && ofNow !== undefined && ofBefore !== undefined && isComparable(ofNow, ofBefore);
  const at = (rows: Row[], bucket: number) => sumsOf(rows.find((row) => row.bucket === bucket));
  return {
    resolution,
    label_step: labelStep(buckets.length),
    start_date: start,
    end_date: end,
    points: buckets.map((bucket, i) => ({
      ...bucket,
      now: at(now, i),
      before: isCompared ? at(before, i) : null,
    })),
  };
}

/** null: nothing was measured. Where gallons are, the others are too. */
function sumsOf(row: Row | undefined): Sums | null {
  if (row === undefined || row.gallons === null) return null;
  const { gallons, toilet_leak, heater_leak, other_leak, cost, toilet_cost, heater_cost, other_cost } = row;
  return {
    gallons,
    toilet_leak: toilet_leak ?? 0,
    heater_leak: heater_leak ?? 0,
    other_leak: other_leak ?? 0,
    cost: cost ?? 0,
    toilet_cost: toilet_cost ?? 0,
    heater_cost: heater_cost ?? 0,
    other_cost: other_cost ?? 0,
  };
}
