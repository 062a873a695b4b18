import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { occupancy } from "../../../contract/inventory/occupancy.ts";
import { caseClock } from "../../../contract/leaks/case-clocks.ts";
import { caseFlow, caseState, type LeakCase } from "../../../contract/leaks/cases.ts";
import { place } from "../../../contract/reporting/reporting.ts";
import { asDollars, millsOf } from "../../costs/price-of-day.ts";
import { confidences } from "../../leaks/state/leak.ts";
import { occupancyOf, weekOfUnit } from "../../occupancy/last-seven-days.ts";
import { knownOccupancy } from "../../occupancy/reported-occupancy.ts";
import { asGallons } from "../../query/volume.ts";
import { attachedTo } from "../../readings/meter-day.ts";
import { leakTypeOf, silentCase } from "../../reporting/leak-definitions.ts";
import { clockOfCase } from "./case-clocks.ts";
import { savedDays } from "./saved-days.ts";

/** Volumes in thousandths of a gallon, money in millionths of a dollar. */
export const CaseRow = z.object({
  ...place.shape,
  id: z.int(),
  place: z.int(),
  time_zone: z.string(),
  leak_type: z.enum(["toilet leak", "water heater", "other leak", "hybrid leak"]),
  meter_serial_number: z.string(),
  attached_to: z.enum(attachedTo),
  occupancy: occupancy.nullable(),
  state: caseState,
  flow: caseFlow,
  started_at: z.date(),
  ended_at: z.date().nullable(),
  last_confirmed_at: z.date(),
  over_at: z.date().nullable(),
  longest_pause_hours: z.int(),
  gallons_per_day: z.int().nullable(),
  per_day_cost: z.number().nullable(),
  gallons_total: z.int(),
  cost: z.number(),
  confidence: z.enum(confidences),
  assignee: z.string().nullable(),
  vendor: z.string().nullable(),
  fixed_at: z.date().nullable(),
  snoozed_until: z.string().nullable(),
  clock_rule: caseClock.nullable(),
  due_on: z.string().nullable(),
  is_overdue: z.boolean(),
  opened_at: z.date(),
  acknowledged_at: z.date().nullable(),
  visited_at: z.date().nullable(),
  saved_gallons: z.number().nullable(),
  saved_millionths: z.number().nullable(),
});
export type CaseRow = z.output<typeof CaseRow>;

/** SQL, a join to `one`, a row of leak_cases: `point`, where its meter was installed when it began. */
export const pointOfCase = sql`
    cross join lateral (
      select meter_points.attached_to, meter_points.building_id
      from meter_services service
      join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
      where service.property_id = one.property_id and service.meter_id = one.meter_id
      order by meter_points.unit_id is not distinct from one.unit_id desc,
        service.began_at is null or service.began_at <= one.started_at desc, service.began_at desc nulls last
      limit 1
    ) point`;

/** SQL: the state of `one` as it is shown. */
export const shownState = sql`
  (case when one.state = 'fix_reported' and silent.is_silent then 'cannot_verify' else one.state end)`;

/**
 * SQL: rows of CaseRow of the CTE `page`, rows of leak_cases with their time_zone and their `position`, with a CTE `newest`.
 * @param today SQL over `one`: the local day at its property
 * @param now null: none of the rows has a verified fix, so that no savings are calculated
 * @param more SQL: further columns, each with a comma before it
 */
export function caseRows(today: RawBuilder<unknown>, now: Date | null, more = sql``): RawBuilder<unknown> {
  const price = (day: RawBuilder<unknown>) =>
    millsOf({ propertyId: sql`one.property_id`, unitId: sql`one.unit_id`, day });
  return sql`
    select one.property_id, properties.name as property_name, buildings.id as building_id, buildings.name as building_name,
      one.unit_id, units.name as unit_name, one.id, one.place, one.time_zone, ${leakTypeOf(sql`one.kinds`)} as leak_type,
      meters.serial_number as meter_serial_number, point.attached_to,
      case when one.unit_id is not null then ${occupancyOf} end as occupancy, ${shownState} as state,
      case when one.over_at is not null then 'stopped' when silent.is_silent then 'no_data'
        when one.ended_at is not null then 'paused' else 'running' end as flow,
      one.started_at, one.ended_at, one.last_confirmed_at, one.over_at,
      (extract(epoch from one.longest_pause) / 3600)::int as longest_pause_hours,
      one.gallons_per_day, (one.gallons_per_day * ${price(today)})::float8 as per_day_cost, one.gallons_total,
      cost.millionths::float8 as cost, one.confidence, one.assignee, one.vendor, one.fixed_at,
      one.snoozed_until::text as snoozed_until, one.opened_at, one.acknowledged_at, one.visited_at, clock.rule as clock_rule, clock.due_on::text as due_on,
      coalesce(clock.due_on < ${today}, false) as is_overdue,
      ${now === null ? sql`null::float8 as saved_gallons, null::float8 as saved_millionths` : sql`round(saved.volume)::float8 as saved_gallons, saved.millionths::float8 as saved_millionths`}${more}
    from page one
    join newest on newest.property_id = one.property_id
    ${silentCase}
    join properties on properties.id = one.property_id
    ${clockOfCase}
    join meters on meters.property_id = one.property_id and meters.id = one.meter_id
    ${pointOfCase}
    left join units on units.property_id = one.property_id and units.id = one.unit_id
    join buildings on buildings.property_id = one.property_id
      and buildings.id = coalesce(units.building_id, point.building_id)
    left join lateral (
      with ${knownOccupancy(sql`
        (select ${today} as day) as_of
        join occupancy on occupancy.property_id = one.property_id and occupancy.unit_id = one.unit_id
          and occupancy.as_of <= as_of.day`)}
      select status from reported
    ) reported on true
    ${weekOfUnit({ propertyId: sql`one.property_id`, unitId: sql`one.unit_id`, today })}
    cross join lateral (
      select coalesce(sum(known.gallons * ${price(sql`known.day`)}), 0) as millionths
      from leak_case_days known
      where known.property_id = one.property_id and known.case_id = one.id
    ) cost
    ${now === null ? sql`` : savings(now)}
    order by one.position`;
}

/** SQL, a join to `one`, a row of `page`: what its verified fix saved so far. */
const savings = (now: Date) => sql`
    left join (
      select property_id, case_id, sum(volume) as volume, sum(millionths) as millionths
      from (${savedDays(sql`(select * from page where state = 'verified')`, now)}) saved
      group by property_id, case_id
    ) saved on saved.property_id = one.property_id and saved.case_id = one.id`;

/** A case as the wire has it. */
export function listedCase(row: CaseRow): LeakCase {
  const { place: _place, per_day_cost, gallons_total, cost, saved_gallons, saved_millionths, ...times } = row;
  const {
    clock_rule: _rule,
    opened_at: _openedAt,
    acknowledged_at: _acknowledgedAt,
    visited_at: _visitedAt,
    ...rest
  } = times;
  return {
    ...rest,
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    last_confirmed_at: row.last_confirmed_at.toISOString(),
    over_at: row.over_at?.toISOString() ?? null,
    gallons_per_day: asGallons(row.gallons_per_day),
    dollars_per_day: asDollars(per_day_cost),
    total_gallons_leaked: asGallons(gallons_total),
    leak_cost: asDollars(cost),
    fixed_at: row.fixed_at?.toISOString() ?? null,
    gallons_saved: asGallons(saved_gallons),
    dollars_saved: asDollars(saved_millionths),
  };
}
