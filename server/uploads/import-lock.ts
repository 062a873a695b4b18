import { type Kysely, sql } from "kysely";
import type { Database } from "../database/types.ts";

/**
 * Does something while no other server imports files into the same property.
 * @returns null when another is at it
 */
export function alone<T>(
  worker: Kysely<Database>,
  propertyId: number,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  // The lock is the session's, which is kept as long as the work goes on; it ends with it, whatever happens.
  return worker.connection().execute(async (session) => {
    const lock = await sql<{ held: boolean }>`
      select pg_try_advisory_lock(710011, ${propertyId}::int) as held`.execute(session);
    if (lock.rows[0]?.held !== true) return null;
    try {
      return { result: await work() };
    } finally {
      await sql`select pg_advisory_unlock(710011, ${propertyId}::int)`.execute(session);
    }
  });
}
