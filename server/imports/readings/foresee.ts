import { type Connections, inScope } from "../../database/connect.ts";
import { isTooMuch, placeReading } from "../../ingest/place/place-reading.ts";
import type { Outcome, Reading } from "../../ingest/reading.ts";
import { quarantinedOutcome } from "../../ingest/store/quarantined.ts";
import { inventoryOf } from "../../metering/inventory/inventory.ts";
import type { Inventory, Meter } from "../../metering/inventory/inventory-types.ts";
import { defaultMeteringSettings, mostPerMinute } from "../../metering/inventory/settings.ts";
import { text } from "../../problem/text.ts";
import { registerUnitOf } from "../cells/register-units.ts";
import type { FileFormat } from "../layout/file-format.ts";
import { UsageError } from "../usage-error.ts";

/** The meters of a property as they are now; none for one that is not there yet. @throws UsageError when it is gone. */
export async function metersOf(
  connections: Connections,
  propertyId: number | null,
  timeZone: string,
): Promise<Inventory> {
  if (propertyId === null) {
    const none = { bySerial: new Map(), byId: new Map(), byUnit: new Map() };
    const volumes = { rejected: new Set<string>(), waiting: new Set<string>() };
    return { propertyId: 0, version: 0, timeZone, hoursFrom: null, packedUntil: null, ...none, ...volumes };
  }
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  const inventory = await inScope(connections.app, scope, (tx) => inventoryOf(tx, propertyId));
  if (inventory === null) throw new UsageError(text`The property was removed meanwhile.`);
  return inventory;
}

/**
 * The outcomes that storing would return, without storing; it cannot detect duplicates.
 * @param now milliseconds since the epoch
 * @param imagined the file's format where unknown serial numbers would get a meter first; null: they would not
 */
export function foresee(
  inventory: Inventory,
  readings: Reading[],
  now: number,
  imagined: FileFormat | null,
): Outcome[] {
  const bySerial = new Map(inventory.bySerial);
  return readings.map((reading) => {
    const { row, serial } = reading;
    if (imagined !== null && !bySerial.has(serial)) bySerial.set(serial, imaginedMeter(serial, imagined));
    const placed = placeReading({ ...inventory, bySerial }, reading, now);
    if (!("code" in placed)) return isTooMuch(placed) ? quarantinedOutcome(placed) : { row, status: "stored" };
    return { row, status: "rejected", code: placed.code, reason: placed.reason };
  });
}

function imaginedMeter(serial: string, format: FileFormat): Meter {
  return {
    meterId: 0,
    serial,
    attachedTo: "SPOE",
    buildingId: 0,
    unitId: 0,
    registerFactor: format.kind === "register" ? registerUnitOf(format).factor : null,
    count: 0,
    registerWidth: null,
    continuousUseExpected: false,
    mostPerMinute: [mostPerMinute(defaultMeteringSettings, "SPOE")],
    registerDecisions: new Map(),
    excludedPeriods: [],
    services: [],
    installations: [],
    fingerprint: 0,
  };
}
