import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** Marks meters for refresh, each from the first instant that changed (milliseconds), in the transaction of the change. */
export async function keepChanges(tx: Transactional, propertyId: number, changed: Map<number, number>): Promise<void> {
  if (changed.size === 0) return;
  const seconds = [...changed.values()].map((at) => Math.floor(at / 1000));
  // Of a batch that is one hour of a property it is the same for all.
  const times = new Set(seconds).size === 1 ? seconds.slice(0, 1) : seconds;
  await sql`
    insert into changes (property_id, meter_ids, from_seconds)
    values (${propertyId}, ${[...changed.keys()]}::bigint[], ${times}::bigint[])`.execute(tx);
}
