import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import type { ToldRow } from "./tell-occupancy.ts";

/** Puts on record that somebody told who lives at a property; what was told of each unit is kept with the units. */
export async function recordOccupancy(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  rows: readonly ToldRow[],
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
