import { isDeepStrictEqual } from "node:util";
import type { Permission } from "../../../contract/accounts/session.ts";
import { type Area, allPermissions, type GrantWorld, type Power, type PropertyName, powers } from "./people.ts";
import type { MembershipRights, Rights } from "./rights.ts";
import type { Given, Try } from "./tries.ts";

/** What must come of an attempt. */
export type Outcome =
  | "rejected"
  /** The account is gone. */
  | "deleted"
  /** What the account has then; its id is 0 when it is new. */
  | Rights;

const roleNames = { 1: "IONAdmin", 2: "ION staff", 3: "organization admin", 4: "organization member" } as const;
const propertiesIn: Record<Area, readonly PropertyName[]> = { north: ["N1", "N2"], south: ["S1"] };

/** Who a new account is for. */
export const NEW_EMAIL = "somebody-new@people.example";

/**
 * What must come of an attempt, worked out from the rules alone. IONAdmins give everything; staff manage users of their
 * organizations, but no staff; an organization's admins its users. Nobody gives a permission that they lack, unless it was
 * there before, nor an organization or a property out of reach. Staff with a membership are edited by nobody. Nobody
 * removes themselves, or changes what they are themselves.
 */
export function outcomeOf(one: Try, world: GrantWorld, before: readonly Rights[]): Outcome {
  const power: Power = powers[one.actor];
  if (!mayCall(one, power)) return "rejected";
  const id = targetIdOf(one, world);
  const had = before.find((account) => account.id === id);
  if (one.target !== "new" && (had === undefined || !isShown(one, power, world, had))) return "rejected";
  if (one.given === null) return had === undefined ? "rejected" : removed(one, power, world, had);
  const { given } = one;
  if (had !== undefined && had.staff_role !== null && had.memberships.length > 0) return "rejected";
  if (given.role !== undefined && given.role <= 2 !== (one.way === "staff")) return "rejected";
  const isComplete = [given.role, given.permissions, one.way === "staff" ? given.areas : given.properties].every(
    (field) => field !== undefined,
  );
  if (had === undefined && !isComplete) return "rejected";
  const start: Rights = had ?? nobodyYet;
  if (!mayRename(given, power, world, had)) return "rejected";
  const renamed = { ...start, email: given.email ?? start.email, first_name: given.first_name ?? start.first_name };
  const after = afterChange(one, given, power, world, renamed);
  if (one.target !== "self" || typeof after === "string") return after;
  return isDeepStrictEqual(accessOf(start), accessOf(after)) ? after : "rejected";
}

function afterChange(one: Try, given: Given, power: Power, world: GrantWorld, start: Rights): Outcome {
  if (one.way === "staff") return asStaff(start, given, world);
  const isNew = one.target === "new";
  if (given.memberships === undefined) return inOrganization(one, given, power, world, start);
  const first = isNew ? inOrganization(one, given, power, world, start) : start;
  return typeof first === "string" ? first : inSeveral(given, power, world, first, isNew);
}

function accessOf({ id: _id, email: _email, first_name: _firstName, ...access }: Rights) {
  return access;
}

const nobodyYet: Rights = {
  id: 0,
  email: NEW_EMAIL,
  first_name: "",
  staff_role: null,
  staff_permissions: [],
  staff_organizations: [],
  memberships: [],
};

/** The id of whom it is tried on; null: there is no account yet. */
export function targetIdOf({ target, actor }: Try, world: GrantWorld): number | null {
  if (target === "new") return null;
  return target === "self" ? world.actors[actor].id : world.targets[target];
}

/** Whether they may make a call at all. */
export function mayCall({ way }: Pick<Try, "way">, power: Power): boolean {
  if (power.kind === "everything") return true;
  if (way === "staff") return false;
  if (way === "external" || way === "membership") return power.kind === "staff";
  return power.kind === "admin" && power.in.includes(way);
}

/** Whether they see the account by that call. */
export function isShown({ way }: Pick<Try, "way">, power: Power, world: GrantWorld, had: Rights): boolean {
  if (way === "north" || way === "south") return isIn(had, world.organizations[way]);
  return power.kind === "everything" || power.in.some((area) => isIn(had, world.organizations[area]));
}

function isIn(account: Rights, organizationId: number): boolean {
  return account.memberships.some((one) => one.organization_id === organizationId);
}

/** Whether all that somebody is lies within the organizations of who asks. */
export function isWithin(power: Power, world: GrantWorld, had: Rights): boolean {
  const own = power.in.map((area) => world.organizations[area]);
  return had.staff_role === null && had.memberships.every((one) => own.includes(one.organization_id));
}

function removed(one: Try, power: Power, world: GrantWorld, had: Rights): Outcome {
  if (one.target === "self") return "rejected";
  if (one.way === "north" || one.way === "south") {
    const memberships = had.memberships.filter((each) => each.organization_id !== areaId(one.way, world));
    return { ...had, memberships };
  }
  const isMeant = one.way === "staff" ? had.staff_role !== null : had.staff_role === null || had.memberships.length > 0;
  if (!isMeant) return "rejected";
  return power.kind === "everything" || isWithin(power, world, had) ? "deleted" : "rejected";
}

function areaId(way: Try["way"], world: GrantWorld): number {
  return way === "north" || way === "south" ? world.organizations[way] : 0;
}

/** An account that others use too keeps its names, and one that may more keeps its e-mail. */
function mayRename(given: Given, power: Power, world: GrantWorld, had: Rights | undefined): boolean {
  if (had === undefined || (given.email === undefined && given.first_name === undefined)) return true;
  if (power.kind === "everything") return true;
  if (!isWithin(power, world, had)) return false;
  const has = had.memberships.flatMap(({ permissions }) => permissions);
  return given.email === undefined || has.every((name) => power.permissions.some((own) => own === name));
}

/** Only IONAdmins come here, who give everything. */
function asStaff(start: Rights, given: Given, world: GrantWorld): Outcome {
  const wasStaff = start.staff_role !== null;
  const role = given.role === undefined ? start.staff_role : roleNames[given.role];
  const areas = given.areas?.map((area) => world.organizations[area]);
  const organizations = areas ?? (wasStaff ? start.staff_organizations : undefined);
  if (role === null || organizations === undefined) return "rejected";
  return {
    ...start,
    staff_role: role,
    staff_permissions: sorted(given.permissions ?? (wasStaff ? start.staff_permissions : allPermissions)),
    staff_organizations: ascending(organizations),
    memberships: [],
  };
}

function inOrganization(one: Try, given: Given, power: Power, world: GrantWorld, start: Rights): Outcome {
  if (one.way === "membership" && start.staff_role !== null) return "rejected";
  const shown = start.memberships.filter((each) =>
    one.way === "north" || one.way === "south"
      ? each.organization_id === world.organizations[one.way]
      : power.in.some((area) => world.organizations[area] === each.organization_id),
  );
  const [only] = shown.length === 1 ? shown : [];
  const area = areaOf(one, given, world, only);
  if (area === null || !power.in.includes(area)) return "rejected";
  const organizationId = world.organizations[area];
  const there = start.memberships.find((each) => each.organization_id === organizationId);
  if (one.way === "membership" && there !== undefined) return "rejected";
  // Of several organizations one that they are in must be named; the only one gives way to another.
  if (one.way === "external" && there === undefined && shown.length > 1) return "rejected";
  const was = one.way === "membership" ? undefined : (there ?? only);
  const next = membershipOf(given, world, organizationId, was);
  if (next === null) return "rejected";
  if (!mayGive(area, power, world, there, next)) return "rejected";
  const memberships = [...start.memberships.filter((each) => each !== was), next].toSorted(
    (a, b) => a.organization_id - b.organization_id,
  );
  return { ...start, staff_role: null, staff_permissions: [], staff_organizations: [], memberships };
}

/** Whether what somebody is to have in an organization is there already, or is theirs to give. */
function mayGive(area: Area, power: Power, world: GrantWorld, was: MembershipRights | undefined, is: MembershipRights) {
  if (isDeepStrictEqual(was, is)) return true;
  const theirs = propertiesIn[area].map((name) => world.properties[name]);
  const has = [...power.permissions, ...(was?.permissions ?? [])];
  return (
    is.property_ids.every((id) => theirs.includes(id)) &&
    is.permissions.every((name) => has.some((own) => own === name))
  );
}

/** With organizations named in one request: each once, all within reach, in place of those that are shown; none is too few. */
function inSeveral(given: Given, power: Power, world: GrantWorld, start: Rights, isNew: boolean): Outcome {
  const named = given.memberships ?? [];
  const isSingle = [given.role, given.permissions, given.areas, given.properties].some((field) => field !== undefined);
  if (named.length === 0 || (isSingle && !isNew)) return "rejected";
  const all = [
    ...named.map(({ area }) => world.organizations[area]),
    ...(isNew ? start.memberships : []).map(organizationOf),
  ];
  if (new Set(all).size < all.length) return "rejected";
  const memberships: MembershipRights[] = [];
  for (const { area, ...access } of named) {
    const was = start.memberships.find((one) => one.organization_id === world.organizations[area]);
    const is = membershipOf(access, world, world.organizations[area], undefined);
    if (is === null || !power.in.includes(area) || !mayGive(area, power, world, was, is)) return "rejected";
    memberships.push(is);
  }
  const shown = power.in.map((area) => world.organizations[area]);
  const kept = start.memberships.filter((one) => isNew || !shown.includes(one.organization_id));
  const together = [...kept, ...memberships].toSorted((a, b) => a.organization_id - b.organization_id);
  return { ...start, staff_role: null, staff_permissions: [], staff_organizations: [], memberships: together };
}

const organizationOf = ({ organization_id }: MembershipRights) => organization_id;

/** The one organization that is meant; null: none, or more than one. */
function areaOf(one: Try, given: Given, world: GrantWorld, only: MembershipRights | undefined): Area | null {
  if (one.way === "north" || one.way === "south") return one.way;
  const [named, ...more] = given.areas ?? [];
  if (more.length > 0) return null;
  if (named !== undefined) return named;
  if (only === undefined) return null;
  return only.organization_id === world.organizations.north ? "north" : "south";
}

function membershipOf(
  given: Given,
  world: GrantWorld,
  organizationId: number,
  was: MembershipRights | undefined,
): MembershipRights | null {
  const role = given.role === undefined ? was?.role : roleNames[given.role];
  const kept = was?.organization_id === organizationId ? was.property_ids : undefined;
  const properties = given.properties?.map((name) => world.properties[name]) ?? kept;
  if (role === undefined || properties === undefined) return null;
  return {
    organization_id: organizationId,
    role,
    permissions: sorted(given.permissions ?? was?.permissions ?? allPermissions),
    property_ids: ascending(properties),
  };
}

const sorted = (names: readonly (Permission | string)[]) => [...names].toSorted();
const ascending = (ids: readonly number[]) => [...ids].toSorted((a, b) => a - b);
