import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRow } from "../database/query-rows.ts";

/** Makes an organization. @returns its id */
export async function addOrganization(tx: Transactional, name: string, isDefault: boolean): Promise<number> {
  const row = await queryRow(tx, IdRow)`
    insert into organizations (name, is_default) values (${name}, ${isDefault}) returning id`;
  if (row === undefined) throw new Error("The database returned no row for an insert.");
  return row.id;
}
