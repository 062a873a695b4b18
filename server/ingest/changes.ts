import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** Marks meters for refresh, each from the first instant that changed (milliseconds), in the transaction of the change. */
export async function keepChanges(tx: Transactional, propertyId: number, changed: Map<number, number>): Promise<void> {
  if (changed.size === 0) return;
  await sql`
    insert into changes (property_id, meter_ids, from_seconds)
    values (${propertyId}, ${[...changed.keys()]}::bigint[], ${[...changed.values()].map((at) => Math.floor(at / 1000))}::bigint[])`.execute(
    tx,
  );
}
