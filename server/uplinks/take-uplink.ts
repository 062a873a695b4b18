import { sql } from "kysely";
import type { IngestAnswer } from "../../contract/readings/ingest.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { parseReading, type Row } from "../ingest/batch/parse-readings.ts";
import { takeBatch } from "../ingest/batch/take-batch.ts";
import { emitTaken } from "../ingest/batch/taken.ts";
import { type DeviceReport, recordLastSeen } from "../ingest/last-seen.ts";
import { placeReading } from "../ingest/place/place-reading.ts";
import type { Rejection } from "../ingest/reading.ts";
import type { Gateway } from "../ingest/tokens/gateway-token.ts";
import { inventoryOf } from "../metering/inventory/inventory.ts";
import type { Inventory, Meter } from "../metering/inventory/inventory-types.ts";
import { ProblemError } from "../problem/problem.ts";
import type { Clock } from "../time/clock.ts";
import { MappingMisfit } from "./apply-mapping.ts";
import { mapUplink, serialOf, type UplinkRows } from "./map-uplink.ts";
import type { UplinkForm } from "./read-uplink.ts";
import { mappingOf } from "./stored-mapping.ts";
import type { NetworkEvent, Uplink } from "./uplink.ts";

/**
 * Processes what a network server posted with a gateway's token: stores the readings in its payload by the gateway's
 * mapping, the device's battery and signal, and the last-seen time of radio gateways in the inventory.
 * A post that cannot be mapped, or of which no reading can be stored, is kept as a rejected row with a reason that states
 * what to do.
 * @param body the post as it came
 * @throws ProblemError `not_found` when the gateway is gone; errors of the database as they are
 */
export async function takeUplink(
  connections: Connections,
  gateway: Gateway,
  event: NetworkEvent,
  body: unknown,
  clock: Clock,
): Promise<IngestAnswer> {
  const { propertyId, gatewayId } = gateway;
  if (event.kind === "nothing") return takeBatch(connections, gateway, [], clock);
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const known = await inScope(connections.app, scope, async (tx) => ({
    inventory: await inventoryOf(tx, propertyId),
    mapping: await mappingOf(tx, propertyId, { id: gatewayId }),
  }));
  const { inventory, mapping } = known;
  if (inventory === null || mapping === undefined) throw new ProblemError("not_found", "This gateway does not exist.");

  const receivedAt = event.kind === "battery" ? event.receivedAt : event.uplink.receivedAt;
  const at = receivedAt ?? clock();
  const source = event.kind === "battery" ? { ...event, payload: null } : event.uplink;
  const serial = serialOf(inventory, mapping?.serial ?? { from: "dev_eui" }, source);
  let mapped: UplinkRows = { rows: [], battery: event.kind === "battery" ? event.battery : event.uplink.battery };
  const rejections: Rejection[] = [];
  if (event.kind === "uplink") {
    try {
      mapped = mapUplink(inventory, mapping, event.uplink, at);
      const rejection = misfitOf(inventory, mapped.rows, clock());
      if (rejection !== null) {
        rejections.push({ ...rejection, raw: JSON.stringify(body) });
        mapped.rows = [];
      }
    } catch (error) {
      if (!(error instanceof MappingMisfit)) throw error;
      const code = mapping === null ? "no_uplink_mapping" : "uplink_mapping";
      rejections.push({ row: 1, raw: JSON.stringify(body), code, reason: `Row 1: ${error.message}` });
    }
  }
  // A post of which readings are stored has no such rejection: each of its rows is a reading of its own.
  const form: UplinkForm | undefined = rejections.length === 0 ? undefined : { uplink: { received_at: at } };
  const answer = await takeBatch(connections, gateway, mapped.rows, clock, rejections, null, form);
  const meter = serial === null ? undefined : inventory.bySerial.get(serial);
  const receivedBy = event.kind === "uplink" ? event.uplink.receivedBy : [];
  await inScope(connections.app, scope, async (tx) => {
    await recordLastSeen(
      tx,
      propertyId,
      await reportsOf(tx, propertyId, meter, mapped.battery, receivedBy, at),
      clock(),
    );
  });
  return emitTaken("http", answer);
}

/**
 * Why the first reading is rejected where all are, and not for an unknown meter: then the mapping may be wrong, and only
 * the post itself can be read by another.
 */
function misfitOf(inventory: Inventory, rows: Row[], now: number): Rejection | null {
  const rejected = rows.flatMap((row, i) => {
    const reading = parseReading(i + 1, row);
    const placed = "code" in reading ? reading : placeReading(inventory, reading, now);
    return "code" in placed && placed.code !== "unknown_serial" ? [placed] : [];
  });
  return rejected.length === rows.length ? (rejected[0] ?? null) : null;
}

/** The last-seen records of an uplink: of the meter that sent it, and of gateways and routers that forwarded it. */
async function reportsOf(
  tx: Transactional,
  propertyId: number,
  meter: Meter | undefined,
  battery: number | null,
  receivedBy: Uplink["receivedBy"],
  at: number,
): Promise<DeviceReport[]> {
  const reports: DeviceReport[] = [];
  const signals = receivedBy.flatMap(({ signal }) => (signal === null ? [] : [signal]));
  if (meter !== undefined) {
    const signal = signals.length === 0 ? null : Math.max(...signals);
    reports.push({ device: "meter", deviceId: meter.meterId, at, battery, signal });
  }
  const ids = receivedBy.flatMap((one) => one.ids.map((id) => id.toLowerCase()).filter((id) => !id.includes("\0")));
  if (ids.length > 0) {
    for (const device of ["gateway", "router"] as const) {
      const found = await queryRows(tx, IdRow)`
        select id from ${sql.table(`${device}s`)}
        where property_id = ${propertyId} and lower(serial_number) = any(${ids}::text[])`;
      for (const { id } of found) reports.push({ device, deviceId: id, at, battery: null, signal: null });
    }
  }
  return reports;
}
