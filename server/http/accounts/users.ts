import { sql } from "kysely";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import type { Account } from "../../accounts/users/account.ts";
import { addUser, changeUser, deleteUser } from "../../accounts/users/change-users.ts";
import { checkOrganization } from "../../accounts/users/check-change.ts";
import { type Editor, readingUsers, type UsersDeps } from "../../accounts/users/editor.ts";
import { inviteAgain } from "../../accounts/users/invite.ts";
import { listUsers, type Shown } from "../../accounts/users/list-users.ts";
import { newAccount, nextExternal, nextStaff, withFurther, withMembership } from "../../accounts/users/next-account.ts";
import { withPreferences } from "../../accounts/users/preferences.ts";
import { grantsOf } from "../../accounts/users/roles.ts";
import { actorOf } from "../../audit/audit.ts";
import { orderBy } from "../../query/ordering.ts";
import { pageOf } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";
import { holdInvitation } from "../throttle/hold-invitation.ts";

/** Columns by which lists of users are ordered; the id breaks ties. */
export const userOrder = (ordering: UserOrdering) =>
  orderBy(
    ordering,
    {
      email: sql`u.email`,
      first_name: sql`lower(u.first_name)`,
      last_name: sql`lower(u.last_name)`,
      last_login: sql`u.last_login_at`,
      modified_at: sql`modified_at`,
    },
    sql`u.id`,
  );

type Field = "email" | "first_name" | "last_name" | "last_login" | "modified_at";
type UserOrdering = Field | `-${Field}`;

/** Users as staff manage them: IONAdmins everybody, other staff the users of their organizations. */
export function serveUsers(routes: Routes, deps: UsersDeps & { clock: Clock; invitationGuard: SignInGuard }): void {
  const users = "/v1/admin/staff/organizations/users";
  const editor = (scope: RequestScope, request: { id: string }): Editor => ({
    scope,
    actor: actorOf(scope, request, deps.clock),
    shown: shownTo(scope),
  });

  routes.scoped("GET /v1/admin/enums", async ({ scope }) => ({ results: grantsOf(scope) }));

  routes.scoped(`GET ${users}`, async ({ scope, query, request }) => {
    const shown = shownTo(scope);
    const page = { ...query, now: deps.clock() };
    const found = await readingUsers(deps.connections, scope, shown, (tx) =>
      listUsers(tx, shown, query, userOrder(query.ordering), page),
    );
    return pageOf(request.url, query, found.count, await withPreferences(deps.connections.accounts, found.users));
  });

  routes.scoped(`POST ${users}/staff`, ({ scope, body, request }) =>
    addUser(deps, editor(scope, request), nextStaff(newAccount(body), body)),
  );
  routes.scoped(`PATCH ${users}/staff/{id}`, ({ scope, params, body, request }) =>
    changeUser(
      deps,
      editor(scope, request),
      params.id,
      (account) => nextStaff(account, body),
      body.expected_modified_at,
    ),
  );
  routes.scoped(`DELETE ${users}/staff/{id}`, async ({ scope, params, request }) => {
    await deleteUser(deps, editor(scope, request), params.id, isStaff);
    return { deleted: true };
  });
  routes.scoped(`POST ${users}/staff/{id}/invitation`, async (call) => {
    await holdInvitation(deps.invitationGuard, call, call.params.id);
    return inviteAgain(deps, editor(call.scope, call.request), call.params.id, isStaff);
  });

  routes.scoped(`POST ${users}/external`, ({ scope, body, request }) =>
    addUser(
      deps,
      editor(scope, request),
      withFurther(nextExternal(newAccount(body), body, null), body.further_memberships),
    ),
  );
  routes.scoped(`PATCH ${users}/external/{id}`, ({ scope, params, body, request }) =>
    changeUser(
      deps,
      editor(scope, request),
      params.id,
      (account) => nextExternal(account, body, shownTo(scope)),
      body.expected_modified_at,
    ),
  );
  routes.scoped(`DELETE ${users}/external/{id}`, async ({ scope, params, request }) => {
    await deleteUser(deps, editor(scope, request), params.id, isExternal);
    return { deleted: true };
  });
  routes.scoped(`POST ${users}/external/{id}/invitation`, async (call) => {
    await holdInvitation(deps.invitationGuard, call, call.params.id);
    return inviteAgain(deps, editor(call.scope, call.request), call.params.id, isExternal);
  });
  routes.scoped(`POST ${users}/external/{id}/memberships`, ({ scope, params, body, request }) => {
    const { organization_id, ...access } = body;
    checkOrganization(scope, organization_id);
    return changeUser(
      deps,
      editor(scope, request),
      params.id,
      (account) => withMembership(account, organization_id, access),
      null,
      "user.add_membership",
    );
  });
}

function shownTo(scope: RequestScope): Shown {
  return scope.role === "IONAdmin" ? null : scope.organizationIds;
}

const isStaff = (account: Account) => account.staff !== null;
const isExternal = (account: Account) => account.staff === null || account.memberships.length > 0;
