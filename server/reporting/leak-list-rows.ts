import { type RawBuilder, sql } from "kysely";
import type { WithinPeriod } from "./chosen-properties.ts";
import { leakKinds, leakOf, leakTypeOf, runsInPeriod } from "./leaking-units.ts";

/**
 * SQL: the places with a leak that runs in the period (or, with `includeActive`, one that goes on now): a unit, or a
 * meter that belongs to none. What is only suspected is no leak. For each the run of its leaks in the period and the run of those that go on now.
 */
export function leakPlaces(includeActive: boolean): RawBuilder<unknown> {
  return sql`
    select leak.property_id, leak.unit_id,
      period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at,
      case when leak.unit_id is null then leak.meter_id end as meter_id,
      min(leak.started_at) filter (where ${runsInPeriod}) as began_at,
      max(leak.ended_at) filter (where ${runsInPeriod}) as ended_at,
      coalesce(bool_or(leak.ended_at is null) filter (where ${runsInPeriod}), false) as goes_on,
      min(leak.started_at) filter (where leak.ended_at is null) as active_since,
      array_agg(distinct leak.kind) filter (where leak.ended_at is null) as active_kinds
    from period join leaks leak on leak.property_id = period.property_id
    where not leak.suspected and (${runsInPeriod} or (${includeActive}::boolean and leak.ended_at is null))
    group by 1, 2, 3, 4, 5, 6, 7, 8`;
}

/**
 * SQL: the rows of the leak list, from the CTE `place`; ends with a `where` to add conditions to. A place
 * that was silent in the period shows the leak that goes on now, with 0 gallons in the period.
 */
export function leakRows(includeActive: boolean, within: WithinPeriod): RawBuilder<unknown> {
  const local = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone place.time_zone)::date`;
  return sql`
    select place.property_id, properties.name as property_name, building.id as building_id,
      building.name as building_name, place.unit_id, units.name as unit_name, place.meter_id,
      ${leakTypeOf(sql`run.kinds`)} as leak_type,
      place.time_zone, place.start_date, place.end_date, place.starts_at, place.ends_at,
      volume.gallons as gallons_consumed, volume.leaked as gallons_leaked,
      ${local(sql`run.started_at`)} as leak_start_date,
      ${local(sql`run.ended_at - interval '1 microsecond'`)} as leak_end_date,
      run.is_active
    from place
    join properties on properties.id = place.property_id
    left join units on units.property_id = place.property_id and units.id = place.unit_id
    left join lateral (
      select meter_points.building_id
      from meter_services
      join meter_points on meter_points.property_id = meter_services.property_id
        and meter_points.id = meter_services.point_id
      where meter_services.property_id = place.property_id and meter_services.meter_id = place.meter_id
      order by meter_services.began_at desc nulls last limit 1
    ) point on true
    join buildings building on building.property_id = place.property_id
      and building.id = coalesce(units.building_id, point.building_id)
    -- Of the two volumes one is always of no days at all: a place is either a unit or a meter.
    cross join lateral (
      select sum(gallons)::bigint as gallons, coalesce(sum(${leakOf("unit_days")}), 0)::bigint as leaked,
        ${leakKinds} as kinds
      from unit_days
      where unit_days.property_id = place.property_id and unit_days.unit_id = place.unit_id
        and ${within("place", "unit_days.day")}
    ) of_unit
    cross join lateral (
      select sum(gallons_total)::bigint as gallons, coalesce(sum(leak_total), 0)::bigint as leaked
      from meter_days
      where meter_days.property_id = place.property_id and meter_days.meter_id = place.meter_id
        and ${within("place", "meter_days.day")}
    ) of_meter
    cross join lateral (
      select coalesce(of_unit.gallons, of_meter.gallons) as gallons, of_unit.leaked + of_meter.leaked as leaked,
        case when of_meter.leaked > 0 then array['other leak'] else of_unit.kinds end as kinds
    ) volume
    cross join lateral (
      select
        case when volume.leaked > 0 then coalesce(place.began_at, place.active_since) else place.active_since end
          as started_at,
        case when volume.leaked > 0 and not place.goes_on then place.ended_at end as ended_at,
        case when volume.leaked > 0 then place.goes_on else place.active_since is not null end as is_active,
        case when volume.leaked > 0 then volume.kinds else place.active_kinds end as kinds
    ) run
    where (volume.leaked > 0 or (${includeActive}::boolean and place.active_since is not null))`;
}
