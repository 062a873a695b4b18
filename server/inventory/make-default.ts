import { sql } from "kysely";
import { z } from "zod";
import type { OrganizationRow } from "../../contract/inventory/inventory.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { notThere } from "../problem/problem.ts";
import { readOrganization } from "./organization-list.ts";

const ChangedOrganization = z.object({ id: z.int(), is_default: z.boolean() });

/**
 * Makes an organization the default one: inventory files, imports and commands that name none are about it. The one
 * before is it no more. To be given for IONAdmins alone.
 * @param tx a transaction of the workers' role: two organizations change
 * @throws ProblemError not_found
 */
export async function makeDefault(
  scope: Scope,
  tx: Transactional,
  actor: Actor,
  organizationId: number,
): Promise<OrganizationRow> {
  // All of them, so that two at once leave one.
  await sql`select id from organizations order by id for no key update`.execute(tx);
  const changed = await queryRows(tx, ChangedOrganization)`
    update organizations set is_default = (id = ${organizationId})
    where is_default <> (id = ${organizationId}) returning id, is_default`;
  for (const { id, is_default } of changed) {
    await audit(tx, actor, {
      action: "organization.change",
      organizationId: id,
      objectType: "organization",
      objectId: id,
      before: { is_default: !is_default },
      after: { is_default },
    });
  }
  const row = await readOrganization(scope, tx, organizationId);
  if (row === null) throw notThere("organization");
  return row;
}
