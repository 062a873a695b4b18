import { sql } from "kysely";
import type { RequestScope } from "../accounts/scope.ts";
import type { Connections, Scope } from "../database/connect.ts";

/**
 * What staff manage: beyond what they see, the archived properties of their organizations, which others have no way to.
 * IONAdmins manage all there is, properties of no organization included.
 */
export async function managedScope({ accounts }: Connections, scope: RequestScope): Promise<Scope> {
  const isAll = scope.role === "IONAdmin";
  const found = await sql<{ id: number }>`
    select id from properties
    where ${isAll} or organization_id = any(${scope.organizationIds}::bigint[]) order by id`.execute(accounts);
  return { organizationIds: scope.organizationIds, propertyIds: found.rows.map(({ id }) => id) };
}
