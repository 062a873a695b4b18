import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { updateMeterStatus } from "../last-seen/meter-status.ts";
import { servicesInUnits } from "./top-of-unit.ts";

const FirstBitIndex = z.object({ first_bit_index: z.int() });

/**
 * Counts the units of a property by bedrooms, and its meters by the local days of their service, for reports that would
 * otherwise visit all of them, and stores where each meter is installed. In the transaction that changes its places,
 * after the change.
 */
export async function countPlaces(tx: Transactional, propertyId: number): Promise<void> {
  await assignBitIndexes(tx, propertyId);
  await sql`delete from unit_counts where property_id = ${propertyId}`.execute(tx);
  await sql`
    insert into unit_counts (property_id, bedrooms, units, whole_units, toilet_units, heater_units)
    select units.property_id, units.bedrooms, count(*), count(*) filter (where served.has_whole),
      count(*) filter (where served.has_toilet), count(*) filter (where served.has_heater)
    from units
    left join (
      select point.unit_id, bool_or(point.attached_to in ('SPOE', 'DPOE')) as has_whole,
        bool_or(point.attached_to = 'Toilet') as has_toilet, bool_or(point.attached_to = 'Water Heater') as has_heater
      from meter_services service
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      where service.property_id = ${propertyId} and service.ended_at is null and point.unit_id is not null
      group by point.unit_id
    ) served on served.unit_id = units.id
    where units.property_id = ${propertyId}
    group by units.property_id, units.bedrooms`.execute(tx);
  await sql`delete from service_spans where property_id = ${propertyId}`.execute(tx);
  await sql`
    insert into service_spans (property_id, bedrooms, began_on, ended_on, meters, top_meters)
    select property_id, bedrooms, began_on, ended_on, sum(meters), sum(top_meters)
    from (
      select service.property_id, units.bedrooms,
        coalesce((service.began_at at time zone properties.time_zone)::date, '-infinity') as began_on,
        coalesce((service.ended_at at time zone properties.time_zone)::date, 'infinity') as ended_on,
        1 as meters, 0 as top_meters
      from properties
      join meter_services service on service.property_id = properties.id
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      left join units on units.property_id = point.property_id and units.id = point.unit_id
      where properties.id = ${propertyId}
      union all
      -- A fixture is top of its unit for a part of its service where a meter of the whole unit came or left.
      select units.property_id, units.bedrooms, lower(top.days), upper(top.days), 0, 1
      from ${servicesInUnits(sql`(select id as property_id, time_zone from properties where id = ${propertyId})`)} service
      join units on units.property_id = service.property_id and units.id = service.unit_id
      cross join lateral unnest(service.top_days) top (days)
    ) span
    where began_on < ended_on
    group by property_id, bedrooms, began_on, ended_on`.execute(tx);
  await updateMeterStatus(tx, propertyId);
}

/** Gives units that have none their bit among those of the property. */
async function assignBitIndexes(tx: Transactional, propertyId: number) {
  const withoutIndex = await queryRows(tx, IdRow)`
    select id from units where property_id = ${propertyId} and bit_index is null order by id`;
  const ids = withoutIndex.map(({ id }) => id);
  if (ids.length === 0) return;
  const grown = await queryRow(tx, FirstBitIndex)`
    update properties set unit_bit_count = unit_bit_count + ${ids.length}::int where id = ${propertyId}
    returning unit_bit_count - ${ids.length}::int as first_bit_index`;
  await sql`
    update units set bit_index = v.bit_index
    from unnest(${ids}::bigint[], ${ids.map((_, n) => (grown?.first_bit_index ?? 0) + n)}::int[]) as v (id, bit_index)
    where units.property_id = ${propertyId} and units.id = v.id and units.bit_index is null`.execute(tx);
}
