import { type RawBuilder, sql } from "kysely";

/** A meter and a unit, or none, of a property: columns or expressions. */
interface MeterAtPlace {
  propertyId: RawBuilder<unknown>;
  meterId: RawBuilder<unknown>;
  /** null: no unit, but a building or irrigation. */
  unitId: RawBuilder<unknown>;
  timeZone: RawBuilder<unknown>;
}

/**
 * SQL: the local days on which a meter was at the unit, or at none, as a datemultirange; null: never. The day on which it
 * moved counts at its new place.
 */
export function daysAtPlace({ propertyId, meterId, unitId, timeZone }: MeterAtPlace): RawBuilder<unknown> {
  const localDay = (instant: string) => sql`(${sql.ref(instant)} at time zone ${timeZone})::date`;
  return sql`(
    select range_agg(daterange(served.began_on, greatest(served.began_on, least(served.ended_on + 1, served.moved_on))))
    from (
      select point.unit_id, service.began_on, service.ended_on,
        lead(service.began_on) over (order by service.began_on) as moved_on
      from (
        select point_id, coalesce(${localDay("began_at")}, '-infinity') as began_on,
          coalesce(${localDay("ended_at")}, 'infinity') as ended_on
        from meter_services
        where meter_services.property_id = ${propertyId} and meter_services.meter_id = ${meterId}
      ) service
      join meter_points point on point.property_id = ${propertyId} and point.id = service.point_id
    ) served
    where served.unit_id is not distinct from ${unitId}
  )`;
}
