import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Heartbeat, HeartbeatAnswer } from "../../../contract/readings/heartbeat.ts";
import { type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { inventoryOf } from "../../metering/inventory/inventory.ts";
import { ProblemError } from "../../problem/problem.ts";
import { AHEAD_MS, type Clock } from "../../time/clock.ts";
import { type DeviceReport, recordLastSeen } from "../last-seen.ts";
import type { Gateway } from "../tokens/gateway-token.ts";

/** What devices that were never set say lies in the years 0 and 1; the database has no day of the year 0. */
const EARLIEST = Date.UTC(1900, 0, 1);

const DeviceRow = z.object({ id: z.int(), serial_number: z.string() });

type Rejected = HeartbeatAnswer["rejected"][number];
type Listed = NonNullable<Heartbeat["routers"]>[number];

/**
 * Stores a gateway's heartbeat in one transaction: the gateway was seen at the send time, the listed devices when it
 * received them. Devices not in its property's inventory, times in the future and times before 1900 are rejected one by one.
 * @throws ProblemError `not_found` when the gateway or its property is gone
 */
export async function takeHeartbeat(
  connections: Connections,
  { propertyId, gatewayId }: Gateway,
  beat: Heartbeat,
  clock: Clock,
): Promise<HeartbeatAnswer> {
  const now = clock();
  const sentAt = beat.sent_at === undefined ? now : Date.parse(beat.sent_at);
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  return inScope(connections.app, scope, async (tx) => {
    const [gateway] = await idsOf(tx, propertyId, "gateways", sql`id = ${gatewayId}`);
    const inventory = await inventoryOf(tx, propertyId);
    if (gateway === undefined || inventory === null)
      throw new ProblemError("not_found", "This gateway does not exist.");
    const reports: DeviceReport[] = [];
    const rejected: Rejected[] = [];
    const take = (device: DeviceReport["device"], one: Listed, deviceId: number | undefined) => {
      const at = one.last_seen_at === undefined ? sentAt : Date.parse(one.last_seen_at);
      if (deviceId === undefined) {
        const reason = `No ${device} with the serial number "${one.serial}" is known at this property. Add it to the inventory.`;
        rejected.push({ device, serial: one.serial, code: "unknown_serial", reason });
      } else if (at > now + AHEAD_MS) {
        const reason = `The time ${new Date(at).toISOString()} is in the future. Check the clock of the sender.`;
        rejected.push({ device, serial: one.serial, code: "future", reason });
      } else if (at < EARLIEST) {
        const reason = `The time ${new Date(at).toISOString()} is before 1900. Check the clock of the sender.`;
        rejected.push({ device, serial: one.serial, code: "past", reason });
      } else {
        reports.push({ device, deviceId, at, battery: one.battery ?? null, signal: one.signal ?? null });
      }
    };
    take("gateway", { serial: gateway.serial_number, battery: beat.battery, signal: beat.signal }, gateway.id);
    const routers = await routersOf(tx, propertyId, beat.routers ?? []);
    for (const router of beat.routers ?? []) take("router", router, routers.get(router.serial));
    for (const meter of beat.meters ?? []) take("meter", meter, inventory.bySerial.get(meter.serial)?.meterId);
    await recordLastSeen(tx, propertyId, reports, now);
    return { accepted: reports.length, rejected };
  });
}

async function routersOf(tx: Transactional, propertyId: number, listed: Listed[]): Promise<Map<string, number>> {
  if (listed.length === 0) return new Map();
  const serials = listed.map((router) => router.serial);
  const rows = await idsOf(tx, propertyId, "routers", sql`serial_number = any(${serials}::text[])`);
  return new Map(rows.map((row) => [row.serial_number, row.id]));
}

async function idsOf(
  tx: Transactional,
  propertyId: number,
  table: "gateways" | "routers",
  condition: RawBuilder<unknown>,
): Promise<{ id: number; serial_number: string }[]> {
  return queryRows(tx, DeviceRow)`
    select id, serial_number from ${sql.table(table)} where property_id = ${propertyId} and ${condition}`;
}
