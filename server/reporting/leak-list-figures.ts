import { type RawBuilder, sql } from "kysely";
import type { WithinPeriod } from "../query/chosen-properties.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { leakOf, leakOfKinds } from "./leaking-units.ts";

/** SQL: the rows named `listed`, places, with the names of where they are, and the bedrooms of units. */
export function withNames(listed: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, properties.name as property_name, building.id as building_id, building.name as building_name,
      units.name as unit_name, units.bedrooms
    from ${rows}
    join properties on properties.id = ${rows}.property_id
    left join units on units.property_id = ${rows}.property_id and units.id = ${rows}.unit_id
    left join lateral (
      select meter_points.building_id
      from meter_services
      join meter_points on meter_points.property_id = meter_services.property_id
        and meter_points.id = meter_services.point_id
      where meter_services.property_id = ${rows}.property_id and meter_services.meter_id = ${rows}.meter_id
      order by meter_services.began_at desc nulls last limit 1
    ) point on ${rows}.meter_id is not null
    join buildings building on building.property_id = ${rows}.property_id
      and building.id = coalesce(units.building_id, point.building_id)`;
}

/** SQL: the rows named `listed`, places, with gallons_consumed in their property's days; null: nothing was measured. */
export function withConsumed(listed: string, within: WithinPeriod): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, coalesce(of_unit.gallons, of_meter.gallons)::bigint as gallons_consumed
    from ${rows}
    join period on period.property_id = ${rows}.property_id
    -- Of the two volumes one is always of no days at all: a place is either a unit or a meter.
    cross join lateral (
      select sum(gallons) as gallons from unit_days
      where unit_days.property_id = ${rows}.property_id and unit_days.unit_id = ${rows}.unit_id
        and ${within("period", "unit_days.day")}
    ) of_unit
    cross join lateral (
      select sum(gallons_total) as gallons from meter_days
      where meter_days.property_id = ${rows}.property_id and meter_days.meter_id = ${rows}.meter_id
        and ${within("period", "meter_days.day")}
    ) of_meter`;
}

/**
 * SQL: the rows named `listed`, places with leak_start_date and leak_end_date, with the leak gallons of the place since
 * the leak's start, of the row's kinds. Place by place, so that only the months since its start are opened.
 */
export function withTotal(listed: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, coalesce(of_unit.leaked, of_meter.leaked, 0)::bigint as total_gallons_leaked
    from ${rows}
    cross join lateral ${runOf(listed)} run
    left join lateral (
      select sum(${leakOfKinds("leaking", listed)}) as leaked from unit_days leaking
      where leaking.property_id = ${rows}.property_id and leaking.unit_id = ${rows}.unit_id
        and leaking.day between run.first_day and run.last_day and ${leakOf("leaking")} > 0
    ) of_unit on ${rows}.unit_id is not null
    left join lateral (
      select sum(leaking.leak_total) as leaked from meter_days leaking
      where leaking.property_id = ${rows}.property_id and leaking.meter_id = ${rows}.meter_id
        and leaking.day between run.first_day and run.last_day and leaking.leak_total > 0
    ) of_meter on ${rows}.meter_id is not null`;
}

/** SQL, for a lateral join: first_day and last_day of the run of a place, a row with leak_start_date and leak_end_date. */
export function runOf(place: string): RawBuilder<unknown> {
  const row = sql.ref(place);
  return sql`(
    select ${row}.leak_start_date as first_day, coalesce(${row}.leak_end_date, 'infinity') as last_day ${optimizationFence}
  )`;
}
