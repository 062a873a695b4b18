import { sql } from "kysely";
import { z } from "zod";
import { deviceType } from "../../../contract/inventory/devices.ts";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { devicesAsOf } from "../../devices/devices.ts";
import { dryFrom, noConsumption } from "../../devices/no-consumption.ts";
import { stationsReturned } from "../../devices/stations.ts";
import { meterDelayed, stoppedTogether } from "../../devices/status.ts";
import { type AsOf, asOfTable } from "../../query/as-of.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { WantedAlert } from "./wanted-alert.ts";

const DeviceRow = z.object({
  device_type: deviceType,
  device_id: z.int(),
  serial_number: z.string().nullable(),
  unit_id: z.int().nullable(),
  last_seen_at: z.date().nullable(),
  began_at: z.date(),
  meters: z.int().nullable(),
  gateway: z.string().nullable(),
});

/**
 * Alerts on devices of a property that are offline, and on meters that replaced one that had reported and never did so
 * themselves. One explained by a gateway or router counts as delayed; once that is back, what stopped with it has a day
 * to report before it is alerted.
 */
export async function downAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await queryRows(tx, DeviceRow)`
    with ${devicesAsOf([property], { statuses: ["offline", "unknown"] })}, ${stationsReturned}
    select device_type, device_id, serial_number, unit_id, last_seen_at, coalesce(last_seen_at, replaced_at) as began_at,
      meters,
      (select gateways.serial_number from gateways
        where gateways.property_id = devices.property_id and gateways.id = devices.gateway_id
          and devices.device_type = 'meter') as gateway
    from devices cross join lateral (${replacedAt}) replacement
    where status = 'unknown' and replaced_at < ${new Date(property.at)}::timestamptz - ${meterDelayed} and not exists (
      select from down
      where down.device_type = 'gateway' and down.property_id = devices.property_id
        and down.device_id = devices.gateway_id)
    or status = 'offline' and not exists (
      select from returned
      where devices.device_type <> 'gateway' and returned.property_id = devices.property_id
        and returned.device_id = case returned.device_type when 'gateway' then devices.gateway_id
          else (select meters.router_id from meters
            where meters.property_id = devices.property_id and meters.id = devices.device_id
              and devices.device_type = 'meter') end
        and ${stoppedTogether("returned", "devices")})
    order by device_type, device_id`;
  return found.map((row) => ({
    kind: "device down",
    cause: `${row.device_type} ${row.device_id}`,
    meterId: row.device_type === "meter" ? row.device_id : null,
    unitId: row.unit_id,
    device: row.device_type,
    deviceId: row.device_id,
    beganAt: row.began_at,
    details: {
      serial: row.serial_number,
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      meters: row.meters,
      gateway: row.gateway,
    },
  }));
}

/** SQL, a query: when a meter of `devices` took the place of one that had reported (replaced_at; null: it did not). */
const replacedAt = sql`
  select max(service.began_at) as replaced_at
  from meter_services service
  join meter_services former on former.property_id = service.property_id and former.point_id = service.point_id
    and former.ended_at = service.began_at
  join installed_meters on installed_meters.property_id = former.property_id
    and installed_meters.meter_id = former.meter_id and installed_meters.service_id = former.id
  where devices.device_type = 'meter' and devices.status = 'unknown'
    and service.property_id = devices.property_id and service.meter_id = devices.device_id and service.ended_at is null
    and installed_meters.last_seen_at is not null`;

const DryRow = z.object({
  meter_id: z.int(),
  unit_id: z.int(),
  attached_to: z.string(),
  occupancy: z.enum(["occupied", "unknown"]),
  last_used: z.string().nullable(),
  dry_from: z.string(),
});
type DryRow = z.output<typeof DryRow>;

/** Alerts on meters of units that report but have seen no water for too long: one where a whole unit has none. */
export async function dryAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await queryRows(tx, DryRow)`
    with as_of as materialized (select * from ${asOfTable([property])} chosen), ${noConsumption([property])}
    select meter_id, unit_id, attached_to, occupancy, last_used, ${dryFrom("no_consumption")} as dry_from
    from no_consumption
    order by meter_id`;
  const byUnit = Map.groupBy(found, (row) => row.unit_id);
  return [...byUnit.values()].flatMap(causesOf).map((row) => ({
    kind: "no consumption",
    cause: `meter ${row.meter_id}`,
    meterId: row.meter_id,
    unitId: row.unit_id,
    device: null,
    deviceId: null,
    beganAt: new Date(localDay(property.timeZone, dayNumber(row.dry_from)).startsAt),
    details: { occupancy: row.occupancy, last_used: row.last_used },
  }));
}

/** Of the dry meters of a unit those that need an alert: where no water enters it, none can reach its fixtures. */
function causesOf(rows: DryRow[]): DryRow[] {
  const whole = rows.find((row) => row.attached_to === "SPOE");
  const supplies = rows.filter((row) => row.attached_to === "DPOE");
  if (whole !== undefined) return [whole];
  return supplies.length > 1 ? supplies.slice(0, 1) : rows;
}
