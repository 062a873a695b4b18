import { z } from "zod";
import { currency, measure } from "../../contract/accounts/display-settings.ts";
import type { Me } from "../../contract/accounts/session.ts";
import { type Connections, inScope, type Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";
import { findUser } from "./users/list-users.ts";
import { readPreferences, withPreferences } from "./users/preferences.ts";

const Organization = z.object({ id: z.int(), name: z.string(), measure, currency });

/**
 * The signed-in user as the browser knows them, with the organizations that they may act in and all that they are
 * assigned, also in other organizations than the one that they act in.
 */
export async function whoIs(connections: Connections, scope: RequestScope, clock: Clock): Promise<Me> {
  const found = await findUser(connections.accounts, null, scope.userId, clock());
  const [user] = found === null ? [] : await withPreferences(connections.accounts, [found]);
  if (user === undefined) throw new ProblemError("not_signed_in", text`Sign in, then try again.`);
  const organizations = scope.isStaff
    ? await inScope(connections.app, scope, (tx) => staffOrganizations(tx, scope))
    : await ownOrganizations(connections, scope.userId);
  const chosen = await readPreferences(connections, scope.userId);
  const current = organizations.filter(({ id }) => scope.isStaff || id === scope.currentOrganizationId);
  const [ownMeasure = "gallon", ...otherMeasures] = new Set(current.map((one) => one.measure));
  const [ownCurrency = "USD", ...otherCurrencies] = new Set(current.map((one) => one.currency));
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    business_title: user.business_title,
    username: user.username,
    is_staff: scope.isStaff,
    role: scope.role,
    roles: user.roles,
    permissions: scope.permissions,
    organizations: organizations.map(({ id, name }) => ({ id, name })),
    current_organization_id: scope.currentOrganizationId,
    measure: chosen.measure ?? (otherMeasures.length > 0 ? "gallon" : ownMeasure),
    currency: otherCurrencies.length > 0 ? null : ownCurrency,
    second_factor_missing: scope.lacksSecondFactor ?? false,
    assigned_organizations: user.assigned_organizations,
    assigned_properties: user.assigned_properties,
    last_login: user.last_login,
    modified_at: user.modified_at,
    preferences: user.preferences,
  };
}

function staffOrganizations(tx: Transactional, scope: RequestScope) {
  return queryRows(tx, Organization)`
    select id, name, measure, currency from organizations where id = any(${scope.organizationIds}::bigint[]) order by name, id`;
}

/** Beyond the one that they act in, which is all that their scope holds. */
function ownOrganizations({ accounts }: Connections, userId: number) {
  return queryRows(accounts, Organization)`
    select o.id, o.name, o.measure, o.currency from organizations o join memberships m on m.organization_id = o.id
    where m.user_id = ${userId} order by o.name, o.id`;
}
