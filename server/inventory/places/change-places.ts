import { sql } from "kysely";
import { type Actor, type AuditEntry, audit } from "../../audit/audit.ts";
import type { Connections, Scope } from "../../database/connect.ts";
import { inProperty, type PropertyInHand } from "../../ingest/in-property.ts";
import { growInventory } from "../../metering/inventory/inventory.ts";
import { signalChange } from "../../metering/signal.ts";
import type { Clock } from "../../time/clock.ts";

/** One property while its places or meters change. */
export interface PlaceChange extends PropertyInHand {
  /** Milliseconds since the epoch. */
  now: number;
  /** Records a change in the audit log; what depends on the places is recalculated. */
  record(entry: Omit<AuditEntry, "propertyId" | "organizationId">): Promise<void>;
}

/**
 * Changes places or meters of one property of the scope in one transaction: all of it or nothing, and nothing else
 * reads or changes them meanwhile: neither ingestion nor corrections nor an inventory file.
 * @throws ProblemError not_found for a property out of the scope; unavailable when it stays locked for too long
 */
export async function changePlaces<T>(
  deps: { connections: Connections; clock: Clock },
  scope: Scope,
  propertyId: number,
  actor: Actor,
  work: (change: PlaceChange) => Promise<T>,
): Promise<T> {
  const answer = await inProperty(deps, scope, propertyId, true, async (property) => {
    const { tx } = property;
    await sql`select id from properties where id = ${propertyId} for update`.execute(tx);
    let changed = false;
    const result = await work({
      ...property,
      now: actor.at,
      record: async (entry) => {
        changed = true;
        await audit(tx, actor, { ...entry, propertyId });
      },
    });
    if (changed) await growInventory(tx, propertyId);
    return result;
  });
  signalChange(propertyId);
  return answer;
}
