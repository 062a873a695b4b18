import { permission } from "../../../contract/accounts/session.ts";
import type {
  ExternalUserChange,
  NewMembership,
  OrganizationUserChange,
  StaffUserChange,
} from "../../../contract/accounts/users.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { type Account, inOrder, type Membership, type Person } from "./account.ts";
import { aboutOrganization, noSuchOrganization } from "./check-change.ts";
import type { Shown } from "./list-users.ts";
import { membershipRoles, staffRoles } from "./roles.ts";

/** The new state of a staff account; one that was not staff starts from scratch, with all permissions by default. */
export function nextStaff(before: Account, change: StaffUserChange): Account {
  const was = before.staff;
  const role = change.role === undefined ? was?.role : staffRoles[change.role];
  const organizations = change.assigned_organizations ?? was?.organization_ids;
  return {
    ...personOf(before, change),
    staff: {
      role: role ?? lacking("role", "Role is required"),
      permissions: inOrder(change.permissions ?? was?.permissions ?? permission.options),
      organization_ids: once(
        organizations ?? lacking("assigned_organizations", "At least one organization is required"),
      ),
    },
    // A staff role that already existed beside memberships is rejected as it is.
    memberships: was === null ? [] : before.memberships,
  };
}

/**
 * What an account becomes in the organization that the change names, or in its only one. Another organization than
 * its only one takes that one's place; staff stop being staff. Where the change names all memberships, it has those.
 * @param shown the organizations that the caller sees; memberships in others stay untouched
 */
export function nextExternal(before: Account, change: ExternalUserChange, shown: Shown): Account {
  if (change.memberships !== undefined) return withMemberships(before, change, change.memberships, shown);
  const theirs = before.memberships.filter((one) => isShown(shown, one.organization_id));
  const [only] = theirs.length === 1 ? theirs : [];
  const organizationId = change.organization_id ?? only?.organization_id ?? lackingOrganization(theirs.length);
  if (!isShown(shown, organizationId)) throw noSuchOrganization();
  checkNamedTwice(change.assigned_organizations, organizationId);
  const was = theirs.find((one) => one.organization_id === organizationId) ?? only;
  if (was === undefined && theirs.length > 0) {
    throw wrongField(
      "organization_id",
      text`This user is in several organizations. Name the one in which to change them.`,
    );
  }
  const stays = before.staff !== null && before.memberships.length > 0;
  return {
    ...personOf(before, change),
    staff: stays ? before.staff : null,
    memberships: [
      ...before.memberships.filter((one) => one !== was),
      nextMembership(was, organizationId, change),
    ].toSorted(byOrganization),
  };
}

/** What an account becomes that is to have these memberships, and no others of those that the caller sees. */
function withMemberships(
  before: Account,
  change: ExternalUserChange,
  named: readonly NewMembership[],
  shown: Shown,
): Account {
  const { role, permissions, organization_id, assigned_organizations, assigned_properties } = change;
  const single = [role, permissions, organization_id, assigned_organizations, assigned_properties];
  if (single.some((field) => field !== undefined)) {
    throw wrongField("memberships", text`Name all memberships, or one organization with its rights, not both.`);
  }
  checkEachOnce("memberships", named);
  const beyond = named.find((one) => !isShown(shown, one.organization_id));
  if (beyond !== undefined) throw aboutOrganization(beyond.organization_id, noSuchOrganization());
  const without = before.memberships.filter(({ property_ids }) => property_ids.length === 0);
  const empty = named.find(
    (one) =>
      one.assigned_properties.length === 0 && !without.some((was) => was.organization_id === one.organization_id),
  );
  if (empty !== undefined) {
    throw aboutOrganization(
      empty.organization_id,
      wrongField("assigned_properties", "At least one property is required"),
    );
  }
  const isReadOnly = before.staff !== null && before.memberships.length > 0;
  return {
    ...personOf(before, change),
    staff: isReadOnly ? before.staff : null,
    memberships: [
      ...before.memberships.filter((one) => !isShown(shown, one.organization_id)),
      ...named.map((one) => nextMembership(undefined, one.organization_id, one)),
    ].toSorted(byOrganization),
  };
}

/** A new account with its further memberships. */
export function withFurther(account: Account, further: readonly NewMembership[] = []): Account {
  checkEachOnce("further_memberships", [...account.memberships, ...further]);
  const added = further.map((one) => nextMembership(undefined, one.organization_id, one));
  return { ...account, memberships: [...account.memberships, ...added].toSorted(byOrganization) };
}

function checkEachOnce(field: string, named: readonly { organization_id: number }[]): void {
  if (new Set(named.map((one) => one.organization_id)).size < named.length) {
    throw wrongField(field, text`Each organization is named once.`);
  }
}

/** What an account becomes in one organization, of which it is a member. */
export function nextInOrganization(before: Account, organizationId: number, change: OrganizationUserChange): Account {
  checkNamedTwice(change.assigned_organizations, organizationId);
  const next = (one: Membership) =>
    one.organization_id === organizationId ? nextMembership(one, organizationId, change) : one;
  return { ...personOf(before, change), staff: before.staff, memberships: before.memberships.map(next) };
}

/** An account with a further membership. @throws ProblemError conflict when it is in that organization already */
export function withMembership(
  before: Account,
  organizationId: number,
  access: Required<Pick<ExternalUserChange, "role" | "permissions" | "assigned_properties">>,
): Account {
  if (before.staff !== null) {
    throw new ProblemError("several_roles", text`Staff cannot join an organization: they already have a role.`);
  }
  if (before.memberships.some((one) => one.organization_id === organizationId)) {
    throw new ProblemError(
      "conflict",
      text`This user is already in the organization. Change their role or permissions instead.`,
    );
  }
  const memberships = [...before.memberships, nextMembership(undefined, organizationId, access)];
  return { ...before, memberships: memberships.toSorted(byOrganization) };
}

/** An account that there is not yet. */
export function newAccount(person: Person): Account {
  const { email, first_name, last_name, business_title } = person;
  return { email, first_name, last_name, business_title, staff: null, memberships: [] };
}

/** @param was the membership in that organization, or the one whose place it takes */
function nextMembership(
  was: Membership | undefined,
  organizationId: number,
  change: Pick<ExternalUserChange, "role" | "permissions" | "assigned_properties">,
): Membership {
  const role = change.role === undefined ? was?.role : membershipRoles[change.role];
  const kept = was?.organization_id === organizationId ? was.property_ids : undefined;
  const properties = change.assigned_properties ?? kept;
  return {
    organization_id: organizationId,
    role: role ?? lacking("role", "Role is required"),
    permissions: inOrder(change.permissions ?? was?.permissions ?? permission.options),
    property_ids: once(properties ?? lacking("assigned_properties", "At least one property is required")),
  };
}

function personOf(before: Person, change: Partial<{ [K in keyof Person]: string | undefined }>): Person {
  return {
    email: change.email ?? before.email,
    first_name: change.first_name ?? before.first_name,
    last_name: change.last_name ?? before.last_name,
    business_title: change.business_title ?? before.business_title,
  };
}

const isShown = (shown: Shown, organizationId: number) => shown === null || shown.includes(organizationId);
const once = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b);
const byOrganization = (a: Membership, b: Membership) => a.organization_id - b.organization_id;

/** Checks that an organization named in both ways is the same one. */
function checkNamedTwice(named: readonly number[] | undefined, organizationId: number): void {
  if (named === undefined || named.every((id) => id === organizationId)) return;
  throw wrongField("assigned_organizations", text`Users who are not staff are given one organization at a time.`);
}

function lackingOrganization(memberships: number): never {
  if (memberships > 1) {
    throw wrongField(
      "organization_id",
      text`This user is in several organizations. Name the one in which to change them.`,
    );
  }
  throw wrongField("organization_id", text`At least one organization is required`);
}

function lacking(field: string, sentence: string): never {
  throw wrongField(field, sentence);
}
