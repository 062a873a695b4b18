import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { organizationFor } from "./organization.ts";
import { WrongUse } from "./wrong-use.ts";

export interface NamedProperty {
  id: number;
  name: string;
  timeZone: string;
}

/**
 * The property with this name or id, within the named organization if there is one.
 * @returns null when there is none.
 * @throws WrongUse when more than one has the name.
 */
export async function findProperty(
  tx: Transactional,
  nameOrId: string,
  organization: string | null,
): Promise<NamedProperty | null> {
  const id = /^\d{1,15}$/.test(nameOrId) ? Number(nameOrId) : null;
  const found = await sql<NamedProperty>`
    select p.id, p.name, p.time_zone as "timeZone"
    from properties p left join organizations o on o.id = p.organization_id
    where (p.name = ${nameOrId} or p.id = ${id}) and p.archived_at is null
      and (${organization}::text is null or o.name = ${organization})
    order by p.id = ${id} desc, p.id`.execute(tx);
  const [first, second] = found.rows;
  if (first === undefined) return null;
  if (second !== undefined && first.id !== id) {
    const ids = found.rows.map((row) => row.id).join(", ");
    throw new WrongUse(`More than one property has the name "${nameOrId}". Give its id (${ids}), or --organization.`);
  }
  return first;
}

/** Makes a property in the named organization, or in the default one for null. */
export async function createProperty(
  tx: Transactional,
  name: string,
  timeZone: string,
  organization: string | null,
): Promise<NamedProperty> {
  const { id: organizationId } = await organizationFor(tx, organization);
  const made = await sql<{ id: number }>`
    insert into properties (organization_id, name, time_zone) values (${organizationId}, ${name}, ${timeZone})
    returning id`.execute(tx);
  const [row] = made.rows;
  if (row === undefined) throw new Error("The database made no property.");
  return { id: row.id, name, timeZone };
}
