import { sql } from "kysely";
import type { AverageConsumption } from "../../contract/leak-report.ts";
import type { Clock } from "../clock.ts";
import type { Transactional } from "../database/connect.ts";
import { isTopOfUnit } from "../metering/top-of-unit.ts";
import { localPeriod } from "./period.ts";
import { asGallons } from "./volume.ts";

/**
 * What a unit of a property uses on a day, by bedrooms: averages over the unit-days of the last 30 complete days that
 * were read. Minutes and draws are those of its top meters together, of days on which all of them say; null: there is no
 * such day. The caller has seen to it that the property is within the scope.
 */
export async function averageConsumption(
  tx: Transactional,
  property: { property_id: number; time_zone: string },
  clock: Clock,
): Promise<AverageConsumption[]> {
  const { startDate, endDate } = localPeriod(property.time_zone, { days_ago: 30 }, clock());
  const within = sql`between ${startDate}::date and ${endDate}::date`;
  const localDay = (column: string) => sql`(${sql.ref(column)} at time zone ${property.time_zone}::text)::date`;
  const found = await sql<AverageConsumption>`
    with top_meter as materialized (
      select point.unit_id, service.meter_id, coalesce(${localDay("service.began_at")}, '-infinity') as began_on,
        coalesce(${localDay("service.ended_at")}, 'infinity') as ended_on
      from meter_services service
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      where service.property_id = ${property.property_id} and ${isTopOfUnit}
    ),
    said as (
      select top_meter.unit_id, known.day,
        case when count(*) = count(known.flow_total) then sum(known.flow_total) end as flow_time,
        case when count(*) = count(known.events_total) then sum(known.events_total) end as events
      from top_meter
      join meter_days known on known.property_id = ${property.property_id} and known.meter_id = top_meter.meter_id
        and known.day ${within} and known.day >= top_meter.began_on and known.day < top_meter.ended_on
      group by top_meter.unit_id, known.day
    )
    select units.bedrooms as bedroom_type, count(distinct units.id) as units,
      round(avg(unit_days.gallons))::bigint as total_gallons,
      round(avg(said.flow_time), 2) as flow_time, round(avg(said.events), 2) as events
    from units
    left join unit_days on unit_days.property_id = units.property_id and unit_days.unit_id = units.id
      and unit_days.day ${within} and unit_days.is_read
    left join said on said.unit_id = unit_days.unit_id and said.day = unit_days.day
    where units.property_id = ${property.property_id}
    group by units.bedrooms order by units.bedrooms`.execute(tx);
  return found.rows.map((row) => ({ ...row, total_gallons: asGallons(row.total_gallons) }));
}
