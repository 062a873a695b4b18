import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { WrongUse } from "./wrong-use.ts";

export interface NamedOrganization {
  id: number;
  name: string;
  isNew: boolean;
}

const DEFAULT_NAME = "Default organization";

/**
 * The organization with this name, or the default one for null; made when there is none.
 * @throws WrongUse when the name is ambiguous.
 */
export async function organizationFor(tx: Transactional, name: string | null): Promise<NamedOrganization> {
  const condition = name === null ? sql`is_default` : sql`name = ${name}`;
  const found = await sql<{ id: number; name: string }>`
    select id, name from organizations where ${condition} order by id limit 2`.execute(tx);
  const [only, other] = found.rows;
  if (other !== undefined && name !== null) {
    throw new WrongUse(`There is more than one organization with the name "${name}". Rename one of them first.`);
  }
  if (only !== undefined) return { ...only, isNew: false };
  const made = await sql<{ id: number; name: string }>`
    insert into organizations (name, is_default) values (${name ?? DEFAULT_NAME}, ${name === null})
    returning id, name`.execute(tx);
  const [created] = made.rows;
  if (created === undefined) throw new Error("The database made no organization.");
  return { ...created, isNew: true };
}
