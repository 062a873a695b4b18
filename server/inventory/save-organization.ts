import { sql } from "kysely";
import type { OrganizationRow } from "../../contract/inventory/inventory.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { addOrganization } from "../organizations/add-organization.ts";
import { changedMeanwhile, notThere, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { readOrganization } from "./organization-list.ts";

/**
 * Makes an organization, as an inventory file that names a new one does.
 * @param tx a transaction of the workers' role: a new organization is in no scope yet, and its name must differ from
 * all others'. For IONAdmins only, who see them all.
 * @throws ProblemError invalid_fields where another has the name
 */
export async function makeOrganization(tx: Transactional, actor: Actor, name: string): Promise<OrganizationRow> {
  await rejectTaken(tx, name, null);
  const id = await addOrganization(tx, name, false);
  await audit(tx, actor, {
    action: "organization.create",
    organizationId: id,
    objectType: "organization",
    objectId: id,
    after: { name },
  });
  return { id, name, is_default: false, properties_count: 0, units_count: 0 };
}

/**
 * Renames an organization of the scope. Names out of the scope do not conflict, so that they are not disclosed.
 * @param expected the name that the caller last read; null: not given
 * @throws ProblemError not_found; changed_meanwhile; invalid_fields where another of the scope has the name
 */
export async function renameOrganization(
  scope: Scope,
  tx: Transactional,
  actor: Actor,
  organizationId: number,
  name: string,
  expected: string | null,
): Promise<OrganizationRow> {
  await lock(tx, "organizationNames");
  const before = await readOrganization(scope, tx, organizationId);
  if (before === null) throw notThere("organization");
  if (expected !== null && expected !== before.name) throw changedMeanwhile("organization");
  if (before.name === name) return before;
  await rejectTaken(tx, name, organizationId);
  await sql`update organizations set name = ${name} where id = ${organizationId}`.execute(tx);
  await audit(tx, actor, {
    action: "organization.change",
    organizationId,
    objectType: "organization",
    objectId: organizationId,
    before: { name: before.name },
    after: { name },
  });
  return { ...before, name };
}

/** Names that are looked for and taken at the same moment wait for one another. */
async function rejectTaken(tx: Transactional, name: string, exceptId: number | null): Promise<void> {
  await lock(tx, "organizationNames");
  const taken = await sql`
    select id from organizations where lower(name) = lower(${name}) and id is distinct from ${exceptId}::bigint
    limit 1`.execute(tx);
  if (taken.rows.length > 0) throw wrongField("name", text`Another organization has this name. Choose another one.`);
}
