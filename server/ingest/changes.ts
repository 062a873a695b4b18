import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** Marks meters for refresh, each from the first hour that changed (hours since 1970), in the transaction of the change. */
export async function keepChanges(tx: Transactional, propertyId: number, changed: Map<number, number>): Promise<void> {
  if (changed.size === 0) return;
  await sql`
    insert into changes (property_id, meter_ids, from_hours)
    values (${propertyId}, ${[...changed.keys()]}::bigint[], ${[...changed.values()]}::int[])`.execute(tx);
}
