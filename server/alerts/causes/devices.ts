import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { devicesAsOf } from "../../devices/devices.ts";
import { dryFrom, noConsumption } from "../../devices/no-consumption.ts";
import { type AsOf, asOfTable } from "../../query/as-of.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { WantedAlert } from "../wanted-alert.ts";

/** Alerts on devices of a property that are offline. One explained by a gateway or router counts as delayed. */
export async function downAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await sql<{
    device_type: "gateway" | "router" | "meter";
    device_id: number;
    unit_id: number | null;
    heard_at: Date;
    meters: number | null;
    gateway: string | null;
  }>`
    with ${devicesAsOf([property], { statuses: ["offline"] })}
    select device_type, device_id, unit_id, heard_at, meters,
      (select gateways.serial_number from gateways
        where gateways.property_id = devices.property_id and gateways.id = devices.gateway_id
          and devices.device_type = 'meter') as gateway
    from devices where status = 'offline' order by device_type, device_id`.execute(tx);
  return found.rows.map((row) => ({
    kind: "device down",
    cause: `${row.device_type} ${row.device_id}`,
    meterId: row.device_type === "meter" ? row.device_id : null,
    unitId: row.unit_id,
    device: row.device_type,
    deviceId: row.device_id,
    beganAt: row.heard_at,
    details: { heard_at: row.heard_at.toISOString(), meters: row.meters, gateway: row.gateway },
  }));
}

interface DryRow {
  meter_id: number;
  unit_id: number;
  attached_to: string;
  occupancy: "occupied" | "unknown";
  last_used: string | null;
  dry_from: string;
}

/** Alerts on meters of units that report but have seen no water for too long: one where a whole unit has none. */
export async function dryAlerts(tx: Transactional, property: AsOf): Promise<WantedAlert[]> {
  const found = await sql<DryRow>`
    with as_of as materialized (select * from ${asOfTable([property])} chosen), ${noConsumption([property])}
    select meter_id, unit_id, attached_to, occupancy, last_used, ${dryFrom("no_consumption")} as dry_from
    from no_consumption
    order by meter_id`.execute(tx);
  const byUnit = Map.groupBy(found.rows, (row) => row.unit_id);
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
