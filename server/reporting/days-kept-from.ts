import { sql } from "kysely";
import type { Scope, Transactional } from "../database/connect.ts";

/** The first local day whose meters and units are reported, where older days were dropped; null: all are. */
export async function daysKeptFrom(scope: Scope, tx: Transactional): Promise<string | null> {
  const found = await sql<{ day: string | null }>`
    select max(days_from) as day from properties where id = any(${scope.propertyIds}::bigint[])`.execute(tx);
  return found.rows[0]?.day ?? null;
}
