import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { sharedNames } from "../organizations/property-name.ts";
import { notThere, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";
import type { RequestScope } from "../query/request-scope.ts";

const PropertyRow = z.object({ id: z.int(), organization_id: z.int().nullable() });

/**
 * Moves properties into an organization, or out of any, atomically. Their history moves along, and is recalculated by
 * the rules of the new organization. The scope of a user is read from the database with every request, so the former
 * organization sees nothing of them from its next one on.
 * @param tx a transaction of the workers' role: a row that moves between tenants is in the scope of both or of neither.
 * The caller's scope is checked here, with the rows locked.
 * @param organizationId null: into none, as only IONAdmins may, because others would lose access to them
 * @returns the ids of those that were elsewhere before, in order
 * @throws ProblemError not_found for an organization or a property that the caller does not manage; invalid_fields where
 * two properties of the organization would have one name
 */
export async function assignProperties(
  scope: RequestScope,
  tx: Transactional,
  actor: Actor,
  organizationId: number | null,
  propertyIds: readonly number[],
): Promise<number[]> {
  checkDestination(scope, organizationId);
  const wanted = [...new Set(propertyIds)];
  const found = await queryRows(tx, PropertyRow)`
    select id, organization_id from properties where id = any(${wanted}::bigint[]) order by id for update`;
  const managed = found.filter(
    (row) =>
      scope.role === "IONAdmin" ||
      (row.organization_id !== null && scope.organizationIds.includes(row.organization_id)),
  );
  if (managed.length < wanted.length) throw notThere("property");
  const moving = managed.filter((row) => row.organization_id !== organizationId);
  if (moving.length === 0) return [];
  const ids = moving.map(({ id }) => id);
  if (organizationId !== null) await rejectSharedNames(tx, organizationId, ids);
  // The rules' numbers are the organization's, so the days of these properties are old from here on.
  await sql`
    update properties set organization_id = ${organizationId}, assigned_at = ${new Date(actor.at)},
      inventory_version = inventory_version + 1
    where id = any(${ids}::bigint[])`.execute(tx);
  for (const row of moving) {
    const entry = { action: "property.assign", propertyId: row.id, objectType: "property", objectId: row.id };
    const [before, after] = [{ organization_id: row.organization_id }, { organization_id: organizationId }];
    if (organizationId === null || row.organization_id === null) {
      await audit(tx, actor, { ...entry, organizationId: organizationId ?? row.organization_id, before, after });
    } else {
      // Each of the two reads its own side, and does not learn which the other one is.
      await audit(tx, actor, { ...entry, organizationId: row.organization_id, before });
      await audit(tx, actor, { ...entry, organizationId, after });
    }
  }
  return ids;
}

async function rejectSharedNames(tx: Transactional, organizationId: number, ids: readonly number[]): Promise<void> {
  const [name] = await sharedNames(tx, organizationId, ids);
  if (name === undefined) return;
  throw wrongField(
    "property_ids",
    text`Two properties of the organization would be called ${name}. Rename one of them.`,
  );
}

/**
 * Rejects a move of properties to where the caller would lose access to them.
 * @param organizationId null: into no organization, as only IONAdmins may
 * @throws ProblemError not_found for an organization out of the scope; invalid_fields for none
 */
export function checkDestination(scope: RequestScope, organizationId: number | null): void {
  if (organizationId !== null) checkOrganizationInScope(scope, organizationId);
  else if (scope.role !== "IONAdmin") throw wrongField("organization_id", text`Choose one of your organizations.`);
}
