import { parseReading } from "../../ingest/batch/parse-readings.ts";
import type { PropertyInHand } from "../../ingest/in-property.ts";
import { atRow, type Reading, type Rejection } from "../../ingest/reading.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";
import { ProblemError, type Sentence } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { MappingMisfit } from "../../uplinks/apply-mapping.ts";
import { mapUplink } from "../../uplinks/map-uplink.ts";
import { readUplink, type UplinkForm } from "../../uplinks/read-uplink.ts";
import { mappingOf } from "../../uplinks/stored-mapping.ts";
import { jsonOf } from "./read-again.ts";

/**
 * Parses the post of a network server again, by the current mapping of its gateway.
 * @param row the number that its readings get
 * @returns all its readings, or why one of them cannot be read
 */
export async function readUplinkAgain(
  { tx, propertyId }: PropertyInHand,
  row: number,
  { raw, gateway_id: gatewayId }: { raw: string; gateway_id: number | null },
  { uplink: form }: UplinkForm,
  inventory: Inventory,
): Promise<Reading[] | Rejection> {
  const reject = (code: string, why: Sentence): Rejection => ({ row, raw, code, reason: atRow(row, why) });
  const body = jsonOf(raw);
  if (body === undefined) return reject("not_json", text`its text is not the whole JSON of a post. Dismiss it.`);
  try {
    const parsed = readUplink(body);
    const mapping = gatewayId === null ? null : ((await mappingOf(tx, propertyId, { id: gatewayId })) ?? null);
    const found =
      parsed.kind === "uplink"
        ? mapUplink(inventory, mapping, parsed.uplink, parsed.uplink.receivedAt ?? form.received_at)
        : null;
    if (found === null || found.rows.length === 0) {
      return reject("no_reading", text`by the gateway's uplink mapping it holds no reading. Dismiss it.`);
    }
    const readings: Reading[] = [];
    for (const given of found.rows) {
      const reading = parseReading(row, given);
      if ("code" in reading) return { ...reading, raw };
      readings.push(reading);
    }
    return readings;
  } catch (error) {
    if (error instanceof MappingMisfit) return reject("uplink_mapping", error.message);
    if (error instanceof ProblemError) return reject("uplink", error.detail);
    throw error;
  }
}
