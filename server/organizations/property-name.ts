import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { queryRows } from "../database/query-rows.ts";
import { wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";

const NameRow = z.object({ name: z.string() });

/**
 * Inventory and import files name properties, so no two of one organization that are in use have the same name.
 * @param organizationId null: those of no organization
 * @param exceptId the property itself; null for a new one
 * @throws ProblemError invalid_fields
 */
export async function rejectTakenName(
  tx: Transactional,
  organizationId: number | null,
  name: string,
  exceptId: number | null,
): Promise<void> {
  await lock(tx, "propertyNames", organizationId ?? 0);
  const taken = await sql`
    select id from properties
    where organization_id is not distinct from ${organizationId}::bigint and lower(name) = lower(${name})
      and archived_at is null and id is distinct from ${exceptId}::bigint limit 1`.execute(tx);
  if (taken.rows.length > 0) throw wrongField("name", text`Another property here has this name. Choose another one.`);
}

/**
 * The names that two active properties of an organization would share if those with `ids` belonged to it; until the
 * transaction ends nobody else can take them.
 */
export async function sharedNames(
  tx: Transactional,
  organizationId: number,
  ids: readonly number[],
): Promise<string[]> {
  await lock(tx, "propertyNames", organizationId ?? 0);
  const shared = await queryRows(tx, NameRow)`
    select min(name) as name from properties
    where archived_at is null and (organization_id = ${organizationId} or id = any(${ids}::bigint[]))
    group by lower(name) having count(*) > 1 and bool_or(id = any(${ids}::bigint[])) order by 1`;
  return shared.map(({ name }) => name);
}
