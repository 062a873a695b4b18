import { type RawBuilder, sql } from "kysely";

/**
 * SQL, for `from`: the periods of service in units with the local days of each (days, a daterange), and those on which it is
 * top of its unit (top_days, a datemultirange): its volume is then the unit's. A SPOE is; without one in service a DPOE is;
 * without these the fixtures are. Days count as for unit_days: from the one on which the service began up to the day before the
 * one on which it ended.
 * @param properties table expression with property_id and time_zone, each property once
 */
export function servicesInUnits(properties: RawBuilder<unknown>): RawBuilder<unknown> {
  const localDay = (instant: string) => sql`(${sql.ref(instant)} at time zone owner.time_zone)::date`;
  return sql`(
    select property_id, unit_id, meter_id, point_id, days, datemultirange(days) - coalesce(
      case attached_to when 'SPOE' then null when 'DPOE' then spoe_days else whole_days end, '{}') as top_days
    from (
      select served.*, range_agg(days) filter (where attached_to = 'SPOE') over in_unit as spoe_days,
        range_agg(days) filter (where attached_to in ('SPOE', 'DPOE')) over in_unit as whole_days
      from (
        select service.property_id, point.unit_id, service.meter_id, service.point_id, point.attached_to,
          daterange(coalesce(${localDay("service.began_at")}, '-infinity'),
            coalesce(${localDay("service.ended_at")}, 'infinity')) as days
        from ${properties} owner
        join meter_services service on service.property_id = owner.property_id
        join meter_points point on point.property_id = service.property_id and point.id = service.point_id
          and point.unit_id is not null
      ) served
      window in_unit as (partition by property_id, unit_id)
    ) compared
  )`;
}
