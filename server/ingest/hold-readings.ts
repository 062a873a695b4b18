import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

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
  if (how === "alone") await sql`select pg_advisory_xact_lock(710006, ${propertyId}::int)`.execute(tx);
  else await sql`select pg_advisory_xact_lock_shared(710006, ${propertyId}::int)`.execute(tx);
}
