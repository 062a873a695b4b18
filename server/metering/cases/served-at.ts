import { type RawBuilder, sql } from "kysely";

/** SQL, for a lateral join: where the meter of a leak (property_id, meter_id, started_at) was when it began; see servedAt. */
export const serviceOfLeak = (leak: RawBuilder<unknown>) =>
  servedAt(sql`${leak}.property_id`, sql`${leak}.meter_id`, sql`${leak}.started_at`);

/**
 * SQL, for a lateral join: point_id, began_at and ended_at of the service of a meter in the hour that begins at an instant; no row: it
 * was nowhere. The hour in which it moves belongs to its new place.
 */
export function servedAt(
  propertyId: RawBuilder<unknown>,
  meterId: RawBuilder<unknown>,
  hour: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(
    select service.point_id, service.began_at, service.ended_at from meter_services service
    where service.property_id = ${propertyId} and service.meter_id = ${meterId}
      and (service.began_at is null or service.began_at < ${hour} + interval '1 hour')
      and (service.ended_at is null or service.ended_at > ${hour})
    order by service.ended_at desc nulls first, service.id desc limit 1
  )`;
}
