import type { IncomingHttpHeaders } from "node:http";
import { sql } from "kysely";
import { z } from "zod";
import { membershipRole, permission, staffRole } from "../../contract/accounts/session.ts";
import type { Connections } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { isPermission, type RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";
import { hasApiKey, scopeOfApiKey } from "./api-keys/api-key-scope.ts";
import { visiblePlaces } from "./places.ts";
import { readSessionToken, type SessionCookie } from "./sessions/session-cookie.ts";
import { EXTEND_EVERY_MS, endOfSession, type SessionLife } from "./sessions/session-life.ts";
import { hasToken } from "./tokens/session-token.ts";

const Account = z.object({
  user_id: z.int(),
  email: z.string(),
  staff_role: staffRole.nullable(),
  staff_permissions: z.array(z.string()),
  /** The most recently used one first, then by name of the organization. */
  memberships: z.array(
    z.object({
      organization_id: z.int(),
      role: membershipRole,
      permissions: z.array(z.string()),
    }),
  ),
});
type Account = z.output<typeof Account>;

const Signed = Account.extend({
  session_id: z.int(),
  created_at: z.date(),
  updated_at: z.date(),
  /** One of ours, or the provider required one at this sign-in. */
  has_second_factor: z.boolean(),
});
type Signed = z.output<typeof Signed>;

export interface AuthenticateDeps {
  connections: Connections;
  cookie: SessionCookie;
  clock: Clock;
  sessionLife: SessionLife;
  /** Whether staff without a second factor see nothing but their own account. */
  staffNeedSecondFactor: boolean;
}

/**
 * Makes the function that authenticates a request by its session cookie or API key, and derives its scope. Nothing is
 * cached between requests, so that a revoked right is gone with the next one. IONAdmins see everything, other staff
 * their assigned organizations; the rest what their membership in the current organization gives them, which
 * X-CURRENT-ORGANIZATION-ID chooses among theirs.
 * @returns null without a living session, and for a user who was deleted.
 * @throws ProblemError forbidden when the header names an organization that is not the caller's; of a call that is the
 *   same in all of them it then counts as left out.
 */
export function createAuthenticate({
  connections,
  cookie,
  clock,
  sessionLife,
  staffNeedSecondFactor,
}: AuthenticateDeps) {
  return async (
    { headers }: { headers: IncomingHttpHeaders },
    anyOrganization = false,
  ): Promise<RequestScope | null> => {
    if (hasApiKey(headers.authorization)) {
      return scopeOfApiKey(connections, headers.authorization, headers["x-current-organization-id"], clock());
    }
    const token = readSessionToken(cookie, headers.cookie);
    if (token === null) return null;
    const now = clock();
    const signed = await findSession(connections, token, now);
    if (signed === null) return null;
    if (now - signed.updated_at.getTime() >= EXTEND_EVERY_MS)
      await extendSession(connections, signed, sessionLife, now);
    const named = headers["x-current-organization-id"];
    const isTheirs = signed.memberships.some(({ organization_id }) => String(organization_id) === named);
    const scope = await scopeOf(connections, signed, anyOrganization && !isTheirs ? undefined : named);
    const lacksSecondFactor = staffNeedSecondFactor && scope.isStaff && !signed.has_second_factor;
    return lacksSecondFactor ? { ...scope, lacksSecondFactor } : scope;
  };
}

/**
 * What a user may see and do in an organization, without a session; for what is made in their name.
 * @param organizationId null: the one that they act in
 * @returns null for a user who was deleted
 * @throws ProblemError forbidden when the organization is not theirs
 */
export async function scopeOfUser(
  connections: Connections,
  userId: number,
  organizationId: number | null,
): Promise<RequestScope | null> {
  const account = await queryRow(connections.accounts, Account)`
    select ${accountColumns} from users u where u.id = ${userId} and u.deleted_at is null`;
  return account === undefined
    ? null
    : scopeOf(connections, account, organizationId === null ? undefined : String(organizationId));
}

const accountColumns = sql`u.id as user_id, u.email, u.staff_role, u.staff_permissions,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('organization_id', m.organization_id, 'role', m.role, 'permissions', m.permissions)
          order by m.organization_id is not distinct from u.active_organization_id desc, o.name, o.id)
        from memberships m join organizations o on o.id = m.organization_id
        where m.user_id = u.id), '[]') as memberships`;

async function findSession(connections: Connections, token: string, now: number): Promise<Signed | null> {
  const found = await queryRow(connections.accounts, Signed)`
    select s.id as session_id, s.created_at, s.updated_at, ${accountColumns},
      s.second_factor_elsewhere
        or exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor
    from sessions s join users u on u.id = s.user_id
    where ${hasToken(token)} and s.expires_at > ${new Date(now)} and u.deleted_at is null
  `;
  return found ?? null;
}

async function extendSession(connections: Connections, signed: Signed, life: SessionLife, now: number): Promise<void> {
  const end = endOfSession(life, signed.created_at.getTime(), now);
  await sql`update sessions set expires_at = ${end}, updated_at = ${new Date(now)}
    where id = ${signed.session_id}`.execute(connections.accounts);
}

async function scopeOf(
  connections: Connections,
  signed: Account,
  chosen: string | string[] | undefined,
): Promise<RequestScope> {
  if (signed.staff_role !== null) {
    const isAdmin = signed.staff_role === "IONAdmin";
    return {
      userId: signed.user_id,
      email: signed.email,
      isStaff: true,
      role: signed.staff_role,
      permissions: isAdmin ? [...permission.options] : signed.staff_permissions.filter(isPermission),
      currentOrganizationId: null,
      ...(await visiblePlaces(
        connections,
        isAdmin ? { kind: "everything" } : { kind: "staff", userId: signed.user_id },
      )),
    };
  }
  const membership =
    chosen === undefined
      ? signed.memberships[0]
      : signed.memberships.find((candidate) => String(candidate.organization_id) === chosen);
  if (membership === undefined) {
    if (chosen !== undefined) {
      throw new ProblemError("forbidden", text`You have no access to this organization. Choose one of yours.`);
    }
    return {
      userId: signed.user_id,
      email: signed.email,
      isStaff: false,
      role: null,
      permissions: [],
      currentOrganizationId: null,
      organizationIds: [],
      propertyIds: [],
    };
  }
  const organizationId = membership.organization_id;
  return {
    userId: signed.user_id,
    email: signed.email,
    isStaff: false,
    role: membership.role,
    permissions: membership.permissions.filter(isPermission),
    currentOrganizationId: organizationId,
    ...(await visiblePlaces(
      connections,
      membership.role === "organization admin"
        ? { kind: "organization", organizationId }
        : { kind: "assigned", organizationId, userId: signed.user_id },
    )),
  };
}
