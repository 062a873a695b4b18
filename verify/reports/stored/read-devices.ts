import { type Kysely, sql } from "kysely";
import type { Database } from "../../../server/database/types.ts";
import type { DeviceReport, Property, Stored } from "./stored.ts";

interface DeviceReportRow {
  property_id: number;
  device: "gateway" | "router" | "meter";
  device_id: number;
  last_seen_at: Date;
  battery: number | null;
  battery_at: Date | null;
  signal: number | null;
  signal_at: Date | null;
}

/** Gateways and routers, and what they and the meters reported of themselves. */
export async function readDevices(worker: Kysely<Database>, stored: Stored): Promise<void> {
  const byId = new Map(stored.properties.map((property) => [property.id, property]));
  const gateways = await worker
    .selectFrom("gateways")
    .select(["property_id", "id", "serial_number", "interval_minutes"])
    .orderBy("id")
    .execute();
  for (const row of gateways) {
    const { id, serial_number: serial, interval_minutes: intervalMinutes } = row;
    byId.get(row.property_id)?.gateways.push({ id, serial, intervalMinutes, reports: [] });
  }
  const routers = await worker
    .selectFrom("routers")
    .select(["property_id", "id", "serial_number", "gateway_id"])
    .orderBy("id")
    .execute();
  for (const row of routers) {
    const { id, serial_number: serial, gateway_id: gatewayId } = row;
    byId.get(row.property_id)?.routers.push({ id, serial, gatewayId, reports: [] });
  }
  const waiting = await sql<{ property_id: number; meter_id: number; measured_at: Date; minutes: number | null }>`
    select property_id, meter_id, measured_at, minutes from quarantined_readings where decision is null`.execute(
    worker,
  );
  for (const row of waiting.rows) {
    const from = row.measured_at.getTime();
    const meter = byId.get(row.property_id)?.meters.find(({ id }) => id === row.meter_id);
    meter?.waiting.push({ from, until: from + (row.minutes ?? 60) * 60_000 });
  }
  const reports = await sql<DeviceReportRow>`
    select property_id, device, device_id, last_seen_at, battery, battery_at, signal, signal_at
    from device_days order by last_seen_at`.execute(worker);
  for (const row of reports.rows) {
    const property = byId.get(row.property_id);
    if (property !== undefined) reportsOf(property, row)?.push(toReport(row));
  }
}

function reportsOf(property: Property, { device, device_id: id }: DeviceReportRow): DeviceReport[] | undefined {
  const devices = { gateway: property.gateways, router: property.routers, meter: property.meters }[device];
  return devices.find((one) => one.id === id)?.reports;
}

function toReport(row: DeviceReportRow): DeviceReport {
  return {
    at: row.last_seen_at.getTime(),
    battery: row.battery,
    batteryAt: row.battery_at?.getTime() ?? null,
    signal: row.signal,
    signalAt: row.signal_at?.getTime() ?? null,
  };
}
