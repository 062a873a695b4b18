import { sql } from "kysely";
import type { LeakDetailOverview } from "../../../contract/leak-details.ts";
import type { LeakType } from "../../../contract/reporting.ts";
import type { Transactional } from "../../database/connect.ts";
import { asGallons } from "../../query/volume.ts";
import type { AttachedTo } from "../../readings/meter-day.ts";
import { kindsOf, leakOf, leakTypeOf } from "../leak-definitions.ts";
import { type FoundMeter, kindOf } from "./find-meter.ts";

type UnitLeaks = Pick<LeakDetailOverview, "unit_leak_type" | "unit_gallons_leaked" | "unit_meters">;

/**
 * The leak list's row for the meter's unit in the period (null: the meter belongs to none, or, for the type, nothing
 * leaked), and every meter that served the unit in the period and has leak gallons in it, most first. The gallons of
 * the meters are never a sum of the unit's: top meters see the water of the fixtures below too.
 */
export async function unitLeaks(tx: Transactional, { place, period }: FoundMeter): Promise<UnitLeaks> {
  if (place.unit_id === null) return { unit_leak_type: null, unit_gallons_leaked: null, unit_meters: [] };
  const unit = await sql<{ leak_type: LeakType | null; leaked: number }>`
    select ${leakTypeOf(kindsOf(sql`sum(toilet_leak)`, sql`sum(heater_leak)`, sql`sum(other_leak)`))} as leak_type, coalesce(sum(${leakOf("unit_days")}), 0)::bigint as leaked
    from unit_days
    where property_id = ${place.property_id} and unit_id = ${place.unit_id}
      and day between ${period.startDate}::date and ${period.endDate}::date
  `.execute(tx);
  const meters = await sql<{ serial_number: string; attached_to: AttachedTo; leaked: number }>`
    with seated as (
      select distinct on (service.meter_id) service.meter_id, point.attached_to
      from meter_points point
      join meter_services service on service.property_id = point.property_id and service.point_id = point.id
      where point.property_id = ${place.property_id} and point.unit_id = ${place.unit_id}
        and coalesce(service.began_at < ${new Date(period.endsAt)}, true)
        and coalesce(service.ended_at > ${new Date(period.startsAt)}, true)
      order by service.meter_id, service.began_at desc nulls last
    )
    select meters.serial_number, seated.attached_to, sum(meter_days.leak_total)::bigint as leaked
    from seated
    join meters on meters.property_id = ${place.property_id} and meters.id = seated.meter_id
    join meter_days on meter_days.property_id = ${place.property_id} and meter_days.meter_id = seated.meter_id
      and meter_days.day between ${period.startDate}::date and ${period.endDate}::date
    group by 1, 2
    having sum(meter_days.leak_total) > 0
    order by leaked desc, serial_number
  `.execute(tx);
  return {
    unit_leak_type: unit.rows[0]?.leak_type ?? null,
    unit_gallons_leaked: asGallons(unit.rows[0]?.leaked ?? 0),
    unit_meters: meters.rows.map((meter) => ({
      meter_serial_number: meter.serial_number,
      attached_to: meter.attached_to,
      leak_type: kindOf(meter.attached_to),
      gallons_leaked: asGallons(meter.leaked),
    })),
  };
}
