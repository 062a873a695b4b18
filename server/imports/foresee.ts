import { type Connections, inScope } from "../database/connect.ts";
import { placeReading } from "../ingest/place-reading.ts";
import type { Outcome, Reading } from "../ingest/reading.ts";
import { type Inventory, inventoryOf } from "../metering/inventory.ts";
import { WrongUse } from "./wrong-use.ts";

/** The meters of a property as they are now; none for one that is not there yet. @throws WrongUse when it is gone. */
export async function metersOf(
  connections: Connections,
  propertyId: number | null,
  timeZone: string,
): Promise<Inventory> {
  if (propertyId === null) {
    const none = { bySerial: new Map(), byId: new Map(), byUnit: new Map() };
    return { propertyId: 0, version: 0, timeZone, leakSettings: {}, ...none };
  }
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const inventory = await inScope(connections.app, scope, (tx) => inventoryOf(tx, propertyId));
  if (inventory === null) throw new WrongUse("The property was removed meanwhile.");
  return inventory;
}

/**
 * What storing would answer, without storing; it cannot tell what is a duplicate.
 * @param now milliseconds since the epoch
 * @param anySerial unknown serial numbers would get a unit first
 */
export function foresee(inventory: Inventory, readings: Reading[], now: number, anySerial: boolean): Outcome[] {
  return readings.map((reading) => {
    const placed = placeReading(inventory, reading, now);
    if (!("code" in placed) || (anySerial && placed.code === "unknown_serial")) {
      return { row: reading.row, status: "stored" };
    }
    return { row: reading.row, status: "refused", code: placed.code, reason: placed.reason };
  });
}
