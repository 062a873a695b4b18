import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** Makes an organization. @returns its id */
export async function addOrganization(tx: Transactional, name: string, isDefault: boolean): Promise<number> {
  const made = await sql<{ id: number }>`
    insert into organizations (name, is_default) values (${name}, ${isDefault}) returning id`.execute(tx);
  const row = made.rows[0];
  if (row === undefined) throw new Error("The database returned no row for an insert.");
  return row.id;
}
