import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import type { Difference } from "./difference.ts";

/** Maximum of changes listed one by one; a file may hold thousands. */
const MAX_LISTED = 100;

/** Records in the history what an inventory file added and changed at a property. */
export async function recordInventory(
  tx: Transactional,
  who: Actor,
  propertyId: number,
  differences: readonly Difference[],
): Promise<void> {
  const changed = differences.filter(({ change }) => change === "changed");
  await audit(tx, who, {
    action: "inventory.import",
    propertyId,
    objectType: "property",
    objectId: propertyId,
    after: {
      new: differences.length - changed.length,
      changed: changed.length,
      changes: changed.slice(0, MAX_LISTED).map(({ kind, name, details }) => `${kind} ${name}: ${details.join(", ")}`),
    },
  });
}
