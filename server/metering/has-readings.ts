import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** Whether anything was ever read at a property, so that its time zone can no longer change. */
export async function hasReadings(tx: Transactional, propertyId: number): Promise<boolean> {
  const rows = await sql<{ found: boolean }>`
    select exists (select from meter_days where property_id = ${propertyId}) as found`.execute(tx);
  return rows.rows[0]?.found === true;
}
