import { sql } from "kysely";
import type { Me } from "../../contract/session.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { ProblemError } from "../problem.ts";
import type { RequestScope } from "./scope.ts";

/** The signed-in user as the browser knows them, with the organizations that they may act in. */
export async function whoIs(connections: Connections, scope: RequestScope): Promise<Me> {
  const user = await connections.accounts
    .selectFrom("users")
    .select(["email", "first_name", "last_name", "business_title"])
    .where("id", "=", scope.userId)
    .executeTakeFirst();
  if (user === undefined) throw new ProblemError("not_signed_in", "Sign in, then ask again.");
  const organizations = scope.isStaff
    ? await inScope(connections.app, scope, (tx) => staffOrganizations(tx, scope))
    : await ownOrganizations(connections, scope.userId);
  return {
    id: scope.userId,
    ...user,
    username: user.email,
    is_staff: scope.isStaff,
    role: scope.role,
    permissions: scope.permissions,
    organizations,
    current_organization_id: scope.currentOrganizationId,
    second_factor_missing: scope.lacksSecondFactor ?? false,
  };
}

function staffOrganizations(tx: Transactional, scope: RequestScope) {
  return tx
    .selectFrom("organizations as o")
    .select(["o.id", "o.name"])
    .where(sql<boolean>`o.id = any(${scope.organizationIds}::bigint[])`)
    .orderBy("o.name")
    .orderBy("o.id")
    .execute();
}

/** Beyond the one that they act in, which is all that their scope holds. */
function ownOrganizations({ accounts }: Connections, userId: number) {
  return accounts
    .selectFrom("organizations as o")
    .innerJoin("memberships as m", "m.organization_id", "o.id")
    .select(["o.id", "o.name"])
    .where("m.user_id", "=", userId)
    .orderBy("o.name")
    .orderBy("o.id")
    .execute();
}
