import { sql } from "kysely";
import type { Connections } from "../../database/connect.ts";
import { recordLastSeen } from "../../ingest/last-seen.ts";
import { countPlaces } from "../../metering/inventory/count-places.ts";
import { calculateLastSeen } from "../../metering/last-seen/meter-status.ts";
import { everyHour, writeDay } from "../../reporting/testing/hours.ts";
import type { TestMeter, TestProperty } from "../../reporting/testing/places.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";

/** A gateway, or a router behind one. */
export async function addStation(
  { worker }: Connections,
  property: TestProperty,
  serial: string,
  behind: { gatewayId: number } | { intervalMinutes: number } = { intervalMinutes: 60 },
): Promise<number> {
  const property_id = property.id;
  if ("gatewayId" in behind) {
    const values = { property_id, serial_number: serial, gateway_id: behind.gatewayId };
    return (await worker.insertInto("routers").values(values).returning("id").executeTakeFirstOrThrow()).id;
  }
  const values = { property_id, serial_number: serial, interval_minutes: behind.intervalMinutes };
  return (await worker.insertInto("gateways").values(values).returning("id").executeTakeFirstOrThrow()).id;
}

/** Makes meters report through a gateway, or a router. */
export async function connectMeters(
  connections: Connections,
  meters: readonly TestMeter[],
  through: { gatewayId: number } | { routerId: number },
): Promise<void> {
  for (const meter of meters) {
    const set = "gatewayId" in through ? { gateway_id: through.gatewayId } : { router_id: through.routerId };
    await connections.worker
      .updateTable("meters")
      .set(set)
      .where("property_id", "=", meter.property.id)
      .where("id", "=", meter.id)
      .execute();
  }
  await refreshMeterStatus(connections);
}

/** Updates what reports read after writes to meters, their periods of service and their days. */
export async function refreshMeterStatus({ worker }: Connections): Promise<void> {
  const properties = await worker.selectFrom("properties").select("id").execute();
  await worker.transaction().execute(async (tx) => {
    for (const { id } of properties) {
      await countPlaces(tx, id);
      await calculateLastSeen(tx, id, null);
    }
  });
}

/** No reported time is later than this. */
const AFTERWARDS = Date.UTC(2100, 0, 1);

/** A gateway or router reports its own state. */
export async function recordStationSeen(
  { worker }: Connections,
  property: TestProperty,
  device: "gateway" | "router",
  deviceId: number,
  at: string,
): Promise<void> {
  const report = { device, deviceId, at: Date.parse(at), battery: null, signal: null };
  await worker.transaction().execute((tx) => recordLastSeen(tx, property.id, [report], AFTERWARDS));
}

/** The last hour that a meter measured begins an hour before this instant; the rest of that day is measured before it. */
export async function readUntil(connections: Connections, meter: TestMeter, until: string, gallons = 1_000) {
  const last = Date.parse(until) - HOUR_MS;
  const { startsAt, day } = localDayAt(meter.property.timeZone, last);
  const hours = (last - startsAt) / HOUR_MS + 1;
  await writeDay(connections, meter, new Date(day * DAY_MS).toISOString().slice(0, 10), {
    gallons: everyHour(gallons, hours),
  });
}

/** Forgets everything that devices sent. */
export async function dropLastSeen(connections: Connections): Promise<void> {
  const { worker } = connections;
  await sql`delete from meter_days`.execute(worker);
  await sql`delete from unit_days`.execute(worker);
  await sql`delete from device_days`.execute(worker);
  await sql`update gateways set last_seen_at = null`.execute(worker);
  await sql`update routers set last_seen_at = null`.execute(worker);
  await refreshMeterStatus(connections);
}
