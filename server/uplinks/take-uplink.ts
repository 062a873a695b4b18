import { sql } from "kysely";
import type { IngestAnswer } from "../../contract/ingest.ts";
import type { UplinkMapping } from "../../contract/uplink-mapping.ts";
import type { Clock } from "../clock.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { type Heard, hear } from "../devices/heard.ts";
import type { Gateway } from "../ingest/gateway-token.ts";
import type { Row } from "../ingest/parse-readings.ts";
import type { Refusal } from "../ingest/reading.ts";
import { takeBatch } from "../ingest/take-batch.ts";
import { type Inventory, inventoryOf, type Meter } from "../metering/inventory.ts";
import { ProblemError } from "../problem.ts";
import { applyMapping, type Mapped, MappingMisfit } from "./apply-mapping.ts";
import { fieldAt } from "./field.ts";
import { mappingOf } from "./stored-mapping.ts";
import type { Told, Uplink } from "./uplink.ts";

/**
 * Takes what a network server posted with a gateway's token: the readings in its payload by the gateway's mapping, the
 * device's battery and signal, and radio gateways that stand in the inventory as heard.
 * A payload that cannot be mapped is kept as a refused row with a reason that says what to do.
 * @param body the post as it came
 * @throws ProblemError `not_found` when the gateway is gone; errors of the database as they are
 */
export async function takeUplink(
  connections: Connections,
  gateway: Gateway,
  told: Told,
  body: unknown,
  clock: Clock,
): Promise<IngestAnswer> {
  const { propertyId, gatewayId } = gateway;
  if (told.kind === "nothing") return takeBatch(connections, gateway, [], clock);
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const known = await inScope(connections.app, scope, async (tx) => ({
    inventory: await inventoryOf(tx, propertyId),
    mapping: await mappingOf(tx, propertyId, { id: gatewayId }),
  }));
  const { inventory, mapping } = known;
  if (inventory === null || mapping === undefined) throw new ProblemError("not_found", "This gateway does not exist.");

  const receivedAt = told.kind === "battery" ? told.receivedAt : told.uplink.receivedAt;
  const at = receivedAt ?? clock();
  const source = told.kind === "battery" ? { ...told, payload: null } : told.uplink;
  const serial = serialIn(inventory, mapping?.serial ?? { from: "dev_eui" }, source);
  let mapped: Mapped = { rows: [], battery: told.kind === "battery" ? told.battery : told.uplink.battery };
  const refusals: Refusal[] = [];
  if (told.kind === "uplink") {
    try {
      if (mapping === null) throw new MappingMisfit(NO_MAPPING);
      if (serial === null) throw new MappingMisfit("the payload has no serial number where the uplink mapping says.");
      mapped = applyMapping(mapping, told.uplink, at, serial);
    } catch (error) {
      if (!(error instanceof MappingMisfit)) throw error;
      const code = mapping === null ? "no_uplink_mapping" : "uplink_mapping";
      refusals.push({ row: 1, raw: JSON.stringify(body), code, reason: `Row 1: ${error.message}` });
    }
  }
  const answer = await takeBatch(connections, gateway, mapped.rows.map(asRow), clock, refusals);
  const meter = serial === null ? undefined : inventory.bySerial.get(serial);
  const heardBy = told.kind === "uplink" ? told.uplink.heardBy : [];
  await inScope(connections.app, scope, async (tx) => {
    await hear(tx, propertyId, await heardOf(tx, propertyId, meter, mapped.battery, heardBy, at), clock());
  });
  return answer;
}

const NO_MAPPING =
  "nobody has said how this network server's payloads are read. Set the gateway's uplink mapping, with: npm run dripline -- uplink-mapping set.";

function asRow(value: object): Row {
  return { value, raw: JSON.stringify(value) };
}

/** The serial number, spelled as the inventory has it where only upper and lower case differ. */
function serialIn(
  { bySerial }: Inventory,
  place: UplinkMapping["serial"],
  source: Pick<Uplink, "devEui" | "deviceName" | "payload">,
): string | null {
  const said =
    place.from === "field"
      ? fieldAt(source.payload ?? {}, place.field)
      : place.from === "dev_eui"
        ? source.devEui
        : source.deviceName;
  const serial = typeof said === "number" ? String(said) : said;
  if (typeof serial !== "string" || serial === "") return null;
  return [serial, serial.toUpperCase(), serial.toLowerCase()].find((text) => bySerial.has(text)) ?? serial;
}

/** What an uplink tells of the meter that sent it, and of the gateways and routers of the inventory that passed it on. */
async function heardOf(
  tx: Transactional,
  propertyId: number,
  meter: Meter | undefined,
  battery: number | null,
  heardBy: Uplink["heardBy"],
  at: number,
): Promise<Heard[]> {
  const heard: Heard[] = [];
  const signals = heardBy.flatMap(({ signal }) => (signal === null ? [] : [signal]));
  if (meter !== undefined) {
    const signal = signals.length === 0 ? null : Math.max(...signals);
    heard.push({ device: "meter", deviceId: meter.meterId, at, battery, signal });
  }
  const ids = heardBy.flatMap((one) => one.ids.map((id) => id.toLowerCase()));
  if (ids.length > 0) {
    for (const device of ["gateway", "router"] as const) {
      const found = await sql<{ id: number }>`
        select id from ${sql.table(`${device}s`)}
        where property_id = ${propertyId} and lower(serial_number) = any(${ids}::text[])`.execute(tx);
      for (const { id } of found.rows) heard.push({ device, deviceId: id, at, battery: null, signal: null });
    }
  }
  return heard;
}
