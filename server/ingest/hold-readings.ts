import type { Transactional } from "../database/connect.ts";
import { lock, lockShared } from "../database/locks.ts";

/**
 * Holds a property's readings until the transaction ends. Senders hold them with one another. A repair holds them alone:
 * it waits for senders that began before it, and those that come later see what it decided; otherwise a reading could
 * slip past a decision that it does not know of yet.
 */
export async function holdReadings(
  tx: Transactional,
  propertyId: number,
  how: "with other senders" | "alone",
): Promise<void> {
  await (how === "alone" ? lock : lockShared)(tx, "readings", propertyId);
}
