import type { Transactional } from "../database/connect.ts";
import { lock, lockShared } from "../database/locks.ts";

/**
 * Locks a property's readings until the transaction ends. Senders share the lock. A correction takes it exclusively: it
 * waits for senders that began before it, and later ones see what it decided; otherwise a reading could be stored
 * without regard to the decision.
 */
export async function holdReadings(
  tx: Transactional,
  propertyId: number,
  how: "with other senders" | "alone",
): Promise<void> {
  await (how === "alone" ? lock : lockShared)(tx, "readings", propertyId);
}
