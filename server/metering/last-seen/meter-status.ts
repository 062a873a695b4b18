import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { statusFromDays } from "./status-from-days.ts";

const PlacedMeter = z.object({ meter_id: z.int(), is_new: z.boolean() });

/**
 * Brings the places in installed_meters up to the inventory of a property: for reports that would otherwise join
 * periods of service, points, meters and gateways. In the transaction that changes any of these, after the change.
 */
export async function updateMeterStatus(tx: Transactional, propertyId: number): Promise<void> {
  await sql`
    delete from installed_meters installed where installed.property_id = ${propertyId} and not exists (
      select from meter_services service where service.property_id = ${propertyId} and service.id = installed.service_id
        and service.meter_id = installed.meter_id)`.execute(tx);
  // Rows that are as they should be are not touched: a refresh that writes to them need not wait.
  const placed = await queryRows(tx, PlacedMeter)`
    insert into installed_meters as installed (property_id, meter_id, service_id, began_at, ended_at, building_id,
      unit_id, attached_to, gateway_id, router_id)
    select place.*
    from (
      select service.property_id, service.meter_id, service.id as service_id, service.began_at, service.ended_at,
        point.building_id, point.unit_id, point.attached_to, coalesce(meters.gateway_id, routers.gateway_id) as gateway_id,
        meters.router_id
      from meter_services service
      join meters on meters.property_id = service.property_id and meters.id = service.meter_id
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      left join routers on routers.property_id = meters.property_id and routers.id = meters.router_id
      where service.property_id = ${propertyId}
    ) place
    left join (select * from installed_meters where property_id = ${propertyId}) known
      on known.meter_id = place.meter_id and known.service_id = place.service_id
    where known.meter_id is null
      or (known.began_at, known.ended_at, known.building_id, known.unit_id, known.attached_to, known.gateway_id,
          known.router_id)
        is distinct from (place.began_at, place.ended_at, place.building_id, place.unit_id, place.attached_to,
          place.gateway_id, place.router_id)
    on conflict (property_id, meter_id, service_id) do update set began_at = excluded.began_at,
      ended_at = excluded.ended_at, building_id = excluded.building_id, unit_id = excluded.unit_id,
      attached_to = excluded.attached_to, gateway_id = excluded.gateway_id, router_id = excluded.router_id
    returning meter_id, coalesce(last_seen_on = 'infinity', false) as is_new`;
  const added = placed.filter((row) => row.is_new).map((row) => row.meter_id);
  if (added.length > 0) await calculateLastSeen(tx, propertyId, added);
}

/**
 * Recalculates from the stored days when meters of a property were last seen, last had a volume and were read.
 * @param meterIds null: all of the property
 */
export function calculateLastSeen(
  tx: Transactional,
  propertyId: number,
  meterIds: readonly number[] | null,
): Promise<void> {
  return calculateLastSeenOf(
    tx,
    propertyId,
    meterIds === null ? sql`true` : sql`meter_id = any(${meterIds}::bigint[])`,
  );
}

/** The same of the meters whose row of installed_meters meets a condition. */
export async function calculateLastSeenOf(
  tx: Transactional,
  propertyId: number,
  condition: RawBuilder<unknown>,
): Promise<void> {
  const meter = {
    propertyId: sql`${propertyId}::bigint`,
    meterId: sql`meter.meter_id`,
    timeZone: sql`meter.time_zone`,
  };
  await sql`
    update installed_meters installed
    set last_seen_on = status.last_seen_on, last_seen_at = status.last_seen_at, last_flow_on = status.last_flow_on,
      read_days = status.read_days
    from (
      select installed.meter_id, properties.time_zone
      from (select distinct meter_id from installed_meters where property_id = ${propertyId} and ${condition}) installed
      join properties on properties.id = ${propertyId}
    ) meter
    cross join lateral ${statusFromDays(meter)} status
    where installed.property_id = ${propertyId} and installed.meter_id = meter.meter_id
      and (installed.last_seen_on, installed.last_seen_at, installed.last_flow_on, installed.read_days)
        is distinct from (status.last_seen_on, status.last_seen_at, status.last_flow_on, status.read_days)`.execute(tx);
}
