import type { UplinkMapping } from "../../contract/readings/uplink-mapping.ts";
import type { Row } from "../ingest/batch/parse-readings.ts";
import type { Inventory } from "../metering/inventory/inventory-types.ts";
import { applyMapping, MappingMisfit } from "./apply-mapping.ts";
import { fieldAt } from "./field.ts";
import type { Uplink } from "./uplink.ts";

/** The readings of an uplink as rows for the usual validation, and its battery level. */
export interface UplinkRows {
  rows: Row[];
  /** Per cent of a full battery; null: not reported. */
  battery: number | null;
}

const NO_MAPPING =
  "the gateway has no uplink mapping, so its payloads cannot be read. Set one under Gateways of its property.";

/**
 * @param mapping null: the gateway has none
 * @param at milliseconds since the epoch, when the network received it
 * @throws MappingMisfit that states what to do where it cannot be read
 */
export function mapUplink(inventory: Inventory, mapping: UplinkMapping | null, uplink: Uplink, at: number): UplinkRows {
  if (mapping === null) throw new MappingMisfit(NO_MAPPING);
  const { rows, battery } = applyMapping(mapping, uplink, at, serialOf(inventory, mapping.serial, uplink));
  return { rows: rows.map((value) => ({ value, raw: JSON.stringify(value) })), battery };
}

/** The serial number, spelled as in the inventory where only upper and lower case differ; null: none is given. */
export function serialOf(
  inventory: Inventory,
  place: UplinkMapping["serial"],
  source: Pick<Uplink, "devEui" | "deviceName" | "payload">,
): string | null {
  const identifier =
    place.from === "field"
      ? fieldAt(source.payload ?? {}, place.field)
      : place.from === "dev_eui"
        ? source.devEui
        : source.deviceName;
  const serial = typeof identifier === "number" ? String(identifier) : identifier;
  if (typeof serial !== "string" || serial === "") return null;
  return spelledIn(inventory, serial);
}

/** A serial number as the only meter has it from which it differs in case at most; unchanged where there is none. */
export function spelledIn({ bySerial }: Inventory, serial: string): string {
  if (bySerial.has(serial)) return serial;
  const lower = serial.toLowerCase();
  const [found = serial, ...others] = [...bySerial.keys()].filter((known) => known.toLowerCase() === lower);
  return others.length === 0 ? found : serial;
}
