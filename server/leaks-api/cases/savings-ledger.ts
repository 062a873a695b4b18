import { sql } from "kysely";
import { z } from "zod";
import type { SavedCase } from "../../../contract/portfolio/portfolio-savings.ts";
import { place } from "../../../contract/reporting/reporting.ts";
import { millsOfDay, pricesOfDay } from "../../costs/day-prices.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { dropInUse, rangeOfMean } from "../../leaks/cases/resample.ts";
import { chosenProperties, type PlaceParams } from "../../query/chosen-properties.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { pageCount } from "../../query/page-count.ts";
import type { PeriodParams } from "../../query/period.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import { attachedTo } from "../../readings/meter-day.ts";
import { daysAtPlace } from "../../reporting/days-at-place.ts";
import { leakTypeOf } from "../../reporting/leak-definitions.ts";
import type { Clock } from "../../time/clock.ts";
import { pointOfCase } from "./case-rows.ts";
import { savedInPeriod, whole } from "./savings.ts";

/** Whole days before the leak's end that are compared with those since, and how many of those. */
const DAYS_BEFORE = 14;
const DAYS_SINCE = 30;

/** Volumes in thousandths of a gallon, money in millionths of a dollar; of days unrounded. */
const LedgerRow = z.object({
  ...place.shape,
  count: z.int(),
  case_id: z.int(),
  time_zone: z.string(),
  leak_type: z.enum(["toilet leak", "water heater", "other leak", "hybrid leak"]),
  meter_serial_number: z.string(),
  attached_to: z.enum(attachedTo),
  started_at: z.date(),
  fixed_at: z.date().nullable(),
  ended_at: z.date(),
  over_at: z.date(),
  per_day: z.int(),
  per_day_millionths: z.number(),
  hours: z.number(),
  volume: z.number(),
  millionths: z.number(),
  total_volume: z.number(),
  total_millionths: z.number(),
  repair_cost: z.number().nullable(),
});
type LedgerRow = z.output<typeof LedgerRow>;

/** A whole day of a case: all water of its place, and its leak gallons. */
const DayRow = z.object({ case_id: z.int(), is_before: z.boolean(), used: z.int(), leaked: z.int() });

type Field = "dollars_saved" | "gallons_saved" | "ended_at" | "gallons_per_day" | "property_name";
interface Params extends PlaceParams, PeriodParams, PageParams {
  ordering: Field | `-${Field}`;
  outcome: "verified" | "ended";
}

const columns = {
  dollars_saved: sql`one.millionths`,
  gallons_saved: sql`one.volume`,
  ended_at: sql`one.ended_at`,
  gallons_per_day: sql`one.per_day`,
  property_name: sql`lower(one.property_name)`,
};

/** One page of the cases that saved water in the period, each with what it saved in it and since it stopped. */
export async function savingsLedger(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: SavedCase[] }> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const order = orderBy(params.ordering, columns, sql`one.property_id, one.case_id`);
  const listed = sql`with ${savedInPeriod(properties, new Date(clock()), "all", params.outcome)}, summed as (
      select saved.property_id, saved.case_id, sum(saved.hours) filter (where known.in_period) as hours,
        sum(saved.volume) filter (where known.in_period) as volume,
        sum(saved.millionths) filter (where known.in_period) as millionths,
        sum(saved.volume) as total_volume, sum(saved.millionths) as total_millionths
      from saved
      join saving on saving.property_id = saved.property_id and saving.id = saved.case_id
      cross join lateral (select saved.day between saving.start_date and saving.end_date as in_period) known
      group by 1, 2
      having bool_or(known.in_period)
    ), listed as (
      select one.*, count(*) over () as count
      from (
        select summed.*, saving.unit_id, saving.time_zone, saving.kinds, saving.meter_id, saving.started_at, saving.ended_at,
          saving.over_at, saving.fixed_at, saving.state, saving.gallons_per_day as per_day, saving.repair_cost,
          saving.end_date, properties.name as property_name
        from summed
        join saving on saving.property_id = summed.property_id and saving.id = summed.case_id
        join properties on properties.id = summed.property_id
      ) one
    )`;
  const found = await queryRows(tx, LedgerRow)`
    ${listed}, page as (
      select * from listed one ${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select one.count, one.property_id, one.property_name, buildings.id as building_id, buildings.name as building_name,
      one.unit_id, units.name as unit_name, one.case_id, one.time_zone, ${leakTypeOf(sql`one.kinds`)} as leak_type,
      meters.serial_number as meter_serial_number, point.attached_to, one.started_at, one.ended_at, one.over_at,
      case when one.state = 'verified' then one.fixed_at end as fixed_at, one.per_day,
      (one.per_day * ${millsOfDay})::float8 as per_day_millionths, one.hours::float8 as hours,
      one.volume::float8 as volume, one.millionths::float8 as millionths, one.total_volume::float8 as total_volume,
      one.total_millionths::float8 as total_millionths, one.repair_cost::float8 as repair_cost
    from page one
    ${pricesOfDay(sql`one.end_date`)}
    join meters on meters.property_id = one.property_id and meters.id = one.meter_id
    ${pointOfCase}
    left join units on units.property_id = one.property_id and units.id = one.unit_id
    join buildings on buildings.property_id = one.property_id
      and buildings.id = coalesce(units.building_id, point.building_id)
    ${order}`;
  const days = Map.groupBy(await comparedDays(tx, found, clock), ({ case_id }) => case_id);
  const count = await pageCount(tx, params, found, listed);
  return { count, rows: found.map((row) => savedCase(row, days.get(row.case_id) ?? [])) };
}

/** SQL: the days on which the meter of `one`, a case outside of units, was at no unit. */
const daysOutsideUnits = daysAtPlace({
  propertyId: sql`one.property_id`,
  meterId: sql`-one.place`,
  unitId: sql`null::bigint`,
  timeZone: sql`properties.time_zone`,
});

/** The whole days before and since the end of cases on which their places were read; the day of the end is neither. */
function comparedDays(tx: Transactional, rows: readonly LedgerRow[], clock: Clock) {
  return queryRows(tx, DayRow)`
    select one.id as case_id, used.day < span.end_day as is_before, used.gallons as used, coalesce(leaked.gallons, 0) as leaked
    from leak_cases one
    join properties on properties.id = one.property_id
    cross join lateral (
      select (one.started_at at time zone properties.time_zone)::date as start_day,
        ((one.ended_at - interval '1 microsecond') at time zone properties.time_zone)::date as end_day,
        (${new Date(clock())}::timestamptz at time zone properties.time_zone)::date as today
      offset 0
    ) span
    cross join lateral (
      select day, gallons from unit_days
      where unit_days.property_id = one.property_id and unit_days.unit_id = one.unit_id and unit_days.is_read
        and unit_days.day between span.end_day - ${DAYS_BEFORE}::int and span.end_day + ${DAYS_SINCE}::int
      union all
      select day, gallons_total from (
        select known.day, known.gallons_total from all_meter_days known
        where one.unit_id is null and known.property_id = one.property_id and known.meter_id = -one.place
          and known.hours_measured * 4 >= known.hours * 3
          and known.day between span.end_day - ${DAYS_BEFORE}::int and span.end_day + ${DAYS_SINCE}::int
          ${allMeterDays.inMonths("known", sql`span.end_day - ${DAYS_BEFORE}::int`, sql`span.end_day + ${DAYS_SINCE}::int`)}
          and ${daysOutsideUnits} @> known.day
        ${optimizationFence}
      ) known
    ) used
    left join leak_case_days leaked on leaked.property_id = one.property_id and leaked.case_id = one.id
      and leaked.day = used.day
    where one.property_id = any(${rows.map(({ property_id }) => property_id)}::bigint[])
      and one.id = any(${rows.map(({ case_id }) => case_id)}::bigint[])
      and used.gallons is not null and used.day <> span.end_day and used.day > span.start_day and used.day < span.today
    order by used.day`;
}

function savedCase(row: LedgerRow, days: readonly z.output<typeof DayRow>[]): SavedCase {
  const { count: _count, per_day, per_day_millionths, hours, volume, millionths, ...rest } = row;
  const { total_volume, total_millionths, ...known } = rest;
  const before = days.filter(({ is_before }) => is_before);
  const leaked = before.map(({ leaked }) => leaked);
  const mean = leaked.reduce((sum, of) => sum + of, 0) / leaked.length;
  const range = mean > 0 ? rangeOfMean(leaked) : null;
  const used = (some: typeof days) => some.map((day) => day.used);
  const drop = dropInUse(used(before), used(days.filter(({ is_before }) => !is_before)));
  return {
    ...known,
    in_totals: row.unit_id !== null,
    started_at: row.started_at.toISOString(),
    fixed_at: row.fixed_at?.toISOString() ?? null,
    ended_at: row.ended_at.toISOString(),
    over_at: row.over_at.toISOString(),
    gallons_per_day: asGallons(per_day),
    // The range of its days about the rate, which is that of its last measured hours.
    baseline_low: range && asGallons(Math.round((per_day * range.low) / mean)),
    baseline_high: range && asGallons(Math.round((per_day * range.high) / mean)),
    days_saved: Math.round((hours / 24) * 100) / 100,
    gallons_saved: asGallons(whole(volume)),
    dollars_saved: asDollars(whole(millionths)),
    total_gallons_saved: asGallons(whole(total_volume)),
    total_dollars_saved: asDollars(whole(total_millionths)),
    payback_days:
      row.repair_cost === null || per_day_millionths === 0
        ? null
        : Math.round((row.repair_cost * 10_000_000) / per_day_millionths) / 10,
    use_drop: drop && {
      gallons_per_day: asGallons(Math.round(drop.drop)),
      low: asGallons(Math.round(drop.low)),
      high: asGallons(Math.round(drop.high)),
    },
  };
}

export const savingsLedgerReport = report(
  "GET /v1/reporting/portfolio-insights/savings/cases",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => page(query, await savingsLedger(scope, tx, query, clock)),
);
