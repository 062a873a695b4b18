import { isDeepStrictEqual } from "node:util";
import type { Role } from "../../../contract/accounts/session.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRows } from "../../database/query-rows.ts";
import { ProblemError, type Sentence, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { type Account, isReadOnly, type Membership, type Person } from "./account.ts";
import { mayGrantRole } from "./roles.ts";

/**
 * Rejects a change that would grant somebody what the caller lacks, or would affect what is out of the caller's scope.
 * What the user had before is not granted again: it may stay. Removing is not granting, but requires the same role and
 * organization.
 * @param before null: a new account
 * @throws ProblemError forbidden, several_roles; invalid_fields for organizations and properties out of scope, which
 * look as if they did not exist.
 */
export async function checkChange(
  tx: Transactional,
  scope: RequestScope,
  before: Account | null,
  after: Account,
): Promise<void> {
  if (before !== null && isReadOnly(before)) {
    throw new ProblemError("several_roles", text`Users with more than one role cannot be edited.`);
  }
  if (before !== null) checkPerson(scope, before, after);
  checkStaff(scope, before, after);
  // Memberships out of scope stay as they are, and no response reveals that there are any.
  const named = after.memberships.filter(
    (is) =>
      scope.organizationIds.includes(is.organization_id) ||
      !before?.memberships.some((was) => isDeepStrictEqual(was, is)),
  );
  for (const membership of after.memberships) {
    const was = before?.memberships.find((one) => one.organization_id === membership.organization_id);
    if (was !== undefined && isDeepStrictEqual(was, membership)) continue;
    try {
      await checkMembership(tx, scope, was, membership);
    } catch (error) {
      throw named.length > 1 ? aboutOrganization(membership.organization_id, error) : error;
    }
  }
  for (const was of before?.memberships ?? []) {
    const stays = after.memberships.some((one) => one.organization_id === was.organization_id);
    if (!stays) checkRemoval(scope, was);
  }
}

/** Whether all rights of the account lie within the caller's organizations. */
export function isWithinReach(scope: RequestScope, account: Account): boolean {
  if (scope.role === "IONAdmin") return true;
  return (
    account.staff === null && account.memberships.every((one) => scope.organizationIds.includes(one.organization_id))
  );
}

/** @throws ProblemError forbidden when the membership is in an organization that is not the caller's */
export function checkRemoval(scope: RequestScope, membership: Membership): void {
  if (!scope.organizationIds.includes(membership.organization_id) || !mayGrantRole(scope, membership.role)) {
    throw new ProblemError("forbidden", text`You cannot remove this role.`);
  }
}

/**
 * An account belongs to all organizations that it is in: admins of one do not rename it for the others. And whoever
 * sets its e-mail can have a new password sent there: only who has all that it has.
 */
function checkPerson(scope: RequestScope, before: Account, after: Account): void {
  const fields = ["email", "first_name", "last_name", "business_title"] as const satisfies (keyof Person)[];
  const changed = fields.filter((field) => before[field] !== after[field]);
  const [first] = changed;
  if (first === undefined) return;
  if (!isWithinReach(scope, before)) {
    throw reject(first, text`This account is used in other organizations too. Its user or staff can change this.`);
  }
  if (changed.includes("email") && hasMore(scope, before)) {
    throw reject("email", text`This account has a permission that you lack: you cannot change its e-mail.`);
  }
}

/** Whether the account has a permission that the caller lacks. */
function hasMore(scope: RequestScope, { memberships }: Account): boolean {
  const has = memberships.flatMap((one) => one.permissions);
  return scope.role !== "IONAdmin" && has.some((name) => !scope.permissions.some((own) => own === name));
}

/**
 * Whoever invites may be shown the link, and with it could be the user: only who has all that the account has.
 * @throws ProblemError forbidden
 */
export function checkInvitation(scope: RequestScope, account: Account): void {
  if (mayInvite(scope, account)) return;
  const sentence = isWithinReach(scope, account)
    ? text`This account has more permissions than yours: you cannot invite it again.`
    : text`This account is used in other organizations too. Staff can invite it again.`;
  throw new ProblemError("forbidden", sentence);
}

/** Whether the caller has all that the account has, so that they may be shown the link of its invitation. */
export function mayInvite(scope: RequestScope, account: Account): boolean {
  const roles: Role[] = account.memberships.map((one) => one.role);
  if (account.staff !== null) roles.push(account.staff.role);
  return isWithinReach(scope, account) && roles.every((role) => mayGrantRole(scope, role)) && !hasMore(scope, account);
}

function checkStaff(scope: RequestScope, before: Account | null, after: Account): void {
  const [was, is] = [before?.staff ?? null, after.staff];
  if (isDeepStrictEqual(was, is)) return;
  for (const access of [was, is]) {
    if (access !== null && !mayGrantRole(scope, access.role))
      throw reject("role", text`You cannot grant or remove this role.`);
  }
  if (is === null) return;
  checkPermissions(scope, was?.permissions ?? [], is.permissions);
  const added = is.organization_ids.filter((id) => !(was?.organization_ids ?? []).includes(id));
  if (!added.every((id) => scope.organizationIds.includes(id))) throw noSuch("assigned_organizations", "organization");
}

/** @throws ProblemError invalid_fields for an organization out of the caller's reach, as for one that does not exist */
export function checkOrganization(scope: RequestScope, organizationId: number): void {
  if (!scope.organizationIds.includes(organizationId)) throw noSuchOrganization();
}

/** An organization that does not exist, or is out of the caller's reach: the same answer. */
export const noSuchOrganization = () => noSuch("organization_id", "organization");

async function checkMembership(
  tx: Transactional,
  scope: RequestScope,
  was: Membership | undefined,
  is: Membership,
): Promise<void> {
  checkOrganization(scope, is.organization_id);
  if (!mayGrantRole(scope, is.role)) throw reject("role", text`You cannot grant or remove this role.`);
  checkPermissions(scope, was?.permissions ?? [], is.permissions);
  const inIt = await queryRows(tx, IdRow)`
    select id from properties
    where organization_id = ${is.organization_id} and archived_at is null and id = any(${is.property_ids}::bigint[])
  `;
  // Who manages users of an organization sees all of its properties.
  const theirs = new Set(inIt.map((row) => row.id));
  if (!is.property_ids.every((id) => theirs.has(id))) throw noSuch("assigned_properties", "property");
}

function checkPermissions(scope: RequestScope, had: readonly string[], has: readonly string[]): void {
  const given = has.filter((name) => !had.includes(name));
  if (!given.every((name) => scope.permissions.some((own) => own === name))) {
    throw reject("permissions", text`You cannot grant a permission that you do not have.`);
  }
}

/** The same error with the organization that it is about: `memberships.7.role` beside `role`. */
export function aboutOrganization(organizationId: number, error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  const fields = Object.entries(error.fields);
  const ofOne = fields.map(([field, sentences]) => [`memberships.${organizationId}.${field}`, sentences]);
  return new ProblemError(error.code, error.detail, Object.fromEntries([...fields, ...ofOne]));
}

const reject = (field: string, sentence: Sentence) => new ProblemError("forbidden", sentence, { [field]: [sentence] });

function noSuch(field: string, what: string): ProblemError {
  return wrongField(field, text`There is no such ${what}.`);
}
