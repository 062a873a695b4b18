import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import type { Account } from "../../accounts/users/account.ts";
import { addUser, changeUser, revokeAccess } from "../../accounts/users/change-users.ts";
import { type Editor, readingUsers, type UsersDeps } from "../../accounts/users/editor.ts";
import { inviteAgain } from "../../accounts/users/invite.ts";
import { listUsers } from "../../accounts/users/list-users.ts";
import { newAccount, nextExternal, nextInOrganization } from "../../accounts/users/next-account.ts";
import { withPreferences } from "../../accounts/users/preferences.ts";
import { actorOf } from "../../audit/audit.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import { pageOf } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Clock } from "../../time/clock.ts";
import type { Routes } from "../route/route.ts";
import { holdInvitation } from "../throttle/hold-invitation.ts";
import { userOrder } from "./users.ts";

/** Users of one organization, as its own admins manage them. */
export function serveOrganizationUsers(
  routes: Routes,
  deps: UsersDeps & { clock: Clock; invitationGuard: SignInGuard },
): void {
  const users = "/v1/admin/external/organizations/{organization_id}/users";
  const editor = (scope: RequestScope, organizationId: number, request: { id: string }): Editor => {
    checkOrganizationInScope(scope, organizationId);
    return { scope, actor: actorOf(scope, request, deps.clock), shown: [organizationId] };
  };

  routes.scoped(`GET ${users}`, async ({ scope, params, query, request }) => {
    checkOrganizationInScope(scope, params.organization_id);
    const shown = [params.organization_id];
    const page = { ...query, now: deps.clock() };
    const found = await readingUsers(deps.connections, scope, shown, (tx) =>
      listUsers(tx, shown, query, userOrder(query.ordering), page),
    );
    return pageOf(request.url, query, found.count, await withPreferences(deps.connections.accounts, found.users));
  });
  routes.scoped(`POST ${users}`, async ({ scope, params, body, request }) => {
    const { organization_id } = params;
    const who = editor(scope, organization_id, request);
    return addUser(deps, who, nextExternal(newAccount(body), { ...body, organization_id }, null));
  });
  routes.scoped(`PATCH ${users}/{user_id}`, async ({ scope, params, body, request }) => {
    const { organization_id, user_id } = params;
    const next = (account: Account) => nextInOrganization(account, organization_id, body);
    return changeUser(deps, editor(scope, organization_id, request), user_id, next, body.expected_modified_at);
  });
  routes.scoped(`POST ${users}/{user_id}/invitation`, async (call) => {
    const { organization_id, user_id } = call.params;
    await holdInvitation(deps.invitationGuard, call, user_id);
    return inviteAgain(deps, editor(call.scope, organization_id, call.request), user_id, () => true);
  });
  routes.scoped(`DELETE ${users}/{user_id}`, async ({ scope, params, request }) => {
    const { organization_id, user_id } = params;
    await revokeAccess(deps, editor(scope, organization_id, request), organization_id, user_id);
    return { deleted: true };
  });
}
