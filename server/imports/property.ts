import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { text } from "../problem/text.ts";
import { organizationFor } from "./organization.ts";
import { UsageError } from "./usage-error.ts";

export const NamedProperty = z.object({ id: z.int(), name: z.string(), timeZone: z.string() });
const NameRow = z.object({ name: z.string() });
export type NamedProperty = z.output<typeof NamedProperty>;

/**
 * The property with this name or id, within the named organization if there is one; an id counts before a name.
 * @returns null when there is none.
 * @throws UsageError when more than one has the name.
 */
export async function findProperty(
  tx: Transactional,
  nameOrId: string,
  organization: string | null,
): Promise<NamedProperty | null> {
  if (/^\d{1,15}$/.test(nameOrId)) {
    const [byId] = await select(tx, sql`p.id = ${Number(nameOrId)}`, organization);
    if (byId !== undefined) return byId;
  }
  return findPropertyNamed(tx, nameOrId, organization);
}

/**
 * The same by its name only, within an organization of this name or id.
 * @throws UsageError when more than one has it.
 */
export async function findPropertyNamed(
  tx: Transactional,
  name: string,
  organization: string | number | null,
): Promise<NamedProperty | null> {
  const [only, ...others] = await select(tx, sql`p.name = ${name}`, organization);
  if (only === undefined || others.length === 0) return only ?? null;
  const ids = [only, ...others].map((row) => row.id).join(", ");
  throw new UsageError(
    text`More than one property has the name "${name}" (ids ${ids}). Say which with --organization, or by id.`,
  );
}

async function select(
  tx: Transactional,
  condition: RawBuilder<unknown>,
  organization: string | number | null,
): Promise<NamedProperty[]> {
  const within =
    organization === null
      ? sql`true`
      : typeof organization === "number"
        ? sql`p.organization_id = ${organization}`
        : sql`o.name = ${organization}`;
  return queryRows(tx, NamedProperty)`
    select p.id, p.name, p.time_zone as "timeZone"
    from properties p left join organizations o on o.id = p.organization_id
    where ${condition} and p.archived_at is null and ${within}
    order by p.id`;
}

/**
 * The name of a property of the named organization, or of the default one for null, that differs from this one by capital
 * letters at most; null: there is none, and until the transaction ends nobody else takes the name.
 */
export async function takenName(tx: Transactional, name: string, organization: string | null): Promise<string | null> {
  const owner = await queryRow(tx, IdRow)`
    select id from organizations where ${organization === null ? sql`is_default` : sql`name = ${organization}`} order by id`;
  if (owner === undefined) return null;
  await lock(tx, "propertyNames", owner.id);
  const taken = await queryRow(tx, NameRow)`
    select name from properties
    where organization_id = ${owner.id} and archived_at is null and lower(name) = lower(${name}) order by id limit 1`;
  return taken?.name ?? null;
}

/** Makes a property in the named organization, or in the default one for null. */
export async function createProperty(
  tx: Transactional,
  name: string,
  timeZone: string,
  organization: string | null,
): Promise<NamedProperty> {
  const { id: organizationId } = await organizationFor(tx, organization);
  const row = await queryRow(tx, IdRow)`
    insert into properties (organization_id, name, time_zone) values (${organizationId}, ${name}, ${timeZone})
    returning id`;
  if (row === undefined) throw new Error("The database made no property.");
  return { id: row.id, name, timeZone };
}
