import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import type { RowOutcome } from "./store-occupancy.ts";

/** Writes an occupancy import of a property to the audit log; the status of each unit is stored with the units. */
export async function recordOccupancy(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  rows: readonly RowOutcome[],
): Promise<void> {
  const stored = rows.filter((row) => row.status === "stored").length;
  if (stored === 0) return;
  await audit(tx, who, {
    action: "occupancy.tell",
    propertyId,
    objectType: "property",
    objectId: propertyId,
    after: { rows_stored: stored },
  });
}
