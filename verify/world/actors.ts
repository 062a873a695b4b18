import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Permission, permission } from "../../contract/accounts/session.ts";
import { cookieOf, NOW, type Site, startSession } from "./site.ts";
import type { LivingPlace } from "./tenant.ts";

/** Somebody who makes calls, and how far they may see: the yardstick, stated here and nowhere read from the server. */
export interface Person {
  title: string;
  headers: Readonly<Record<string, string>>;
  userId: number | null;
  /** null: nobody who is signed in. */
  standing: Standing | null;
  /** Properties from which this gateway may send; null: no gateway. */
  gatewayOf: LivingPlace | null;
  /** The organizations whose names they may read, such as those that they can choose. */
  knownOrganizations: readonly number[];
  /** Properties that they are assigned in any organization: their own account names them. Left out: none. */
  assignedProperties?: readonly number[];
}

export interface Standing {
  role: "IONAdmin" | "ION staff" | "organization admin" | "organization member" | null;
  permissions: readonly Permission[];
  organizationIds: readonly number[];
  propertyIds: readonly number[];
  /** Whether X-CURRENT-ORGANIZATION-ID names an organization that is not theirs. */
  choseForeign: boolean;
  /** Whether it is an integrator's key: it reads reports and no more. */
  isKey?: boolean;
}

interface Membership {
  place: LivingPlace;
  role: "organization admin" | "organization member";
  permissions: readonly Permission[];
  /** What a member is assigned. */
  assigned: readonly LivingPlace[];
}

interface Places {
  home: LivingPlace;
  unassigned: LivingPlace;
  archived: LivingPlace;
  foreign: LivingPlace;
}

const both = permission.options;
const PROPERTY = "reporting.view_property_data_report";
const PORTFOLIO = "reporting.view_asset_data_report";

/** Makes the people who try every call. */
export async function openActors(site: Site, ionAdmin: number, places: Places): Promise<Person[]> {
  const { home, unassigned, archived, foreign } = places;
  const { connections } = site;
  const everything: Standing = {
    role: "IONAdmin",
    permissions: both,
    organizationIds: [home.organizationId, foreign.organizationId],
    propertyIds: [home, unassigned, foreign].map(({ propertyId }) => propertyId),
    choseForeign: false,
  };
  const admin = (place: LivingPlace): Membership => ({
    place,
    role: "organization admin",
    permissions: both,
    assigned: [],
  });
  const member = (permissions: readonly Permission[], ...assigned: LivingPlace[]): Membership => ({
    place: home,
    role: "organization member",
    permissions,
    assigned,
  });
  const people: Person[] = [];
  const add = async (title: string, memberships: Membership[], active: LivingPlace | null, chosen = active) => {
    const userId = await addPerson(site, title, memberships);
    const { cookie } = await startSession(connections, userId);
    const headers: Record<string, string> = { cookie };
    if (chosen !== null) headers["x-current-organization-id"] = String(chosen.organizationId);
    const standing = { ...standingOf(memberships, active, places), choseForeign: active === null && chosen !== null };
    const knownOrganizations = memberships.map(({ place }) => place.organizationId);
    const assignedProperties = memberships.flatMap(({ assigned }) => assigned.map(({ propertyId }) => propertyId));
    people.push({ title, userId, headers, standing, gatewayOf: null, knownOrganizations, assignedProperties });
    return { userId, cookie };
  };
  const nobody = (title: string, headers: Record<string, string>, gatewayOf: LivingPlace | null = null) => {
    people.push({ title, userId: null, headers, standing: null, gatewayOf, knownOrganizations: [] });
  };

  people.push({
    title: "IONAdmin",
    userId: ionAdmin,
    headers: { cookie: (await startSession(connections, ionAdmin)).cookie },
    standing: everything,
    gatewayOf: null,
    knownOrganizations: everything.organizationIds,
  });
  people.push(await ionStaff(site, home, unassigned));
  const ours = await add("admin of A", [admin(home)], home);
  await add("admin of A, no header", [admin(home)], home, null);
  await add("admin of A, property", [{ ...admin(home), permissions: [PROPERTY] }], home);
  const theirs = await add("admin of B", [admin(foreign)], foreign);
  await add("admin of A who chooses B", [admin(home)], null, foreign);
  await add("admin of both, A active", [admin(home), admin(foreign)], home);
  await add("admin of both, B active", [admin(home), admin(foreign)], foreign);
  await add("member of A, property, one", [member([PROPERTY], home)], home);
  await add("member of A, portfolio, one", [member([PORTFOLIO], home)], home);
  await add("member of A, both, all", [member(both, home, unassigned, archived)], home);
  await add("member of A, both, none", [member(both)], home);
  await add("member of A, no permission, one", [member([], home)], home);
  await add("member of B, both", [{ ...member(both, foreign), place: foreign }], foreign);
  const mixed = [member(both, home), admin(foreign)];
  await add("member of A and admin of B, A active", mixed, home);
  await add("member of A and admin of B, B active", mixed, foreign);
  await add("no membership", [], null);
  const gone = await add("a deleted user", [admin(home)], home);
  await sql`update users set deleted_at = ${new Date(NOW)} where id = ${gone.userId}`.execute(connections.accounts);
  const deleted = people.pop();
  nobody("a deleted user", { ...deleted?.headers });

  const key = async (title: string, granted: readonly Permission[], named: LivingPlace[] | null, place = home) => {
    const maker = place === home ? ours : theirs;
    const key = await addKey(site, maker.userId, place, granted, named, {});
    // What is of another organization is out of sight, though the key names it.
    const seen = (named ?? [home, unassigned, foreign]).filter(
      ({ organizationId }) => organizationId === place.organizationId,
    );
    people.push({
      title,
      userId: null,
      headers: { authorization: `Bearer ${key}` },
      standing: {
        role: null,
        permissions: granted,
        organizationIds: [place.organizationId],
        propertyIds: seen.map(({ propertyId }) => propertyId),
        choseForeign: false,
        isKey: true,
      },
      gatewayOf: null,
      knownOrganizations: [place.organizationId],
    });
  };
  await key("a key of A, property, one", [PROPERTY], [home]);
  await key("a key of A, portfolio, one", [PORTFOLIO], [home]);
  await key("a key of A, both, all", both, null);
  await key("a key of A, both, a property of B too", both, [home, foreign]);
  await key("a key of B, both, all", both, null, foreign);
  for (const [title, { userId }, ended] of [
    ["a revoked key of A", ours, { revoked_at: new Date(NOW) }],
    ["an expired key of A", ours, { expires_at: new Date(NOW) }],
    ["a key of A whose maker has gone", gone, {}],
    ["a key of A whose maker is of B", theirs, {}],
  ] as const) {
    nobody(title, { authorization: `Bearer ${await addKey(site, userId, home, both, null, ended)}` });
  }
  nobody("nobody", {});
  const expired = await startSession(connections, ours.userId, new Date(NOW - 1));
  nobody("an expired session", { cookie: expired.cookie });
  const forged = await startSession(connections, ours.userId);
  nobody("a cookie signed by somebody else", { cookie: cookieOf(forged.token, "another secret of 32 characters…") });
  nobody("the gateway of A", { authorization: `Bearer ${home.gatewayToken}` }, home);
  nobody("the gateway of B", { authorization: `Bearer ${foreign.gatewayToken}` }, foreign);
  nobody("a gateway's token with another secret", {
    authorization: `Bearer ${home.gatewayToken.slice(0, -43)}${"x".repeat(43)}`,
  });
  nobody("a gateway's token used as a cookie", { cookie: cookieOf(home.gatewayToken, forged.token) });
  nobody("a person's cookie used as a gateway's token", { authorization: `Bearer ${ours.cookie}` });
  return people;
}

async function addPerson({ connections }: Site, title: string, memberships: Membership[]): Promise<number> {
  const email = `${title.replaceAll(/\W+/g, "-").toLowerCase()}@people.example`;
  const user = await sql<{ id: number }>`
    insert into users (email, name, first_name, last_name) values (${email}, 'A Person', 'A', 'Person')
    returning id`.execute(connections.accounts);
  const id = user.rows[0]?.id ?? 0;
  for (const { place, role, permissions, assigned } of memberships) {
    await sql`insert into memberships (user_id, organization_id, role, permissions)
      values (${id}, ${place.organizationId}, ${role}, ${[...permissions]}::text[])`.execute(connections.accounts);
    await sql`insert into membership_properties (user_id, organization_id, property_id)
      select ${id}, ${place.organizationId}, unnest(${assigned.map((one) => one.propertyId)}::bigint[])`.execute(
      connections.accounts,
    );
  }
  return id;
}

/** A key of an organization. @returns what is sent as a token */
async function addKey(
  { connections }: Site,
  maker: number,
  place: LivingPlace,
  permissions: readonly Permission[],
  seen: LivingPlace[] | null,
  ended: { revoked_at?: Date; expires_at?: Date },
): Promise<string> {
  const key = `dlk_${randomBytes(32).toString("base64url")}`;
  await connections.accounts
    .insertInto("api_keys")
    .values({
      organization_id: place.organizationId,
      name: "A key",
      key_hash: createHash("sha256").update(key).digest(),
      prefix: "dlk_trial",
      permissions: [...permissions],
      property_ids: seen === null ? null : seen.map(({ propertyId }) => propertyId),
      created_by: maker,
      created_at: new Date(NOW),
      ...ended,
    })
    .execute();
  return key;
}

/** What a person with these memberships may see while they act in the organization of a place. */
function standingOf(memberships: Membership[], active: LivingPlace | null, places: Places): Standing {
  const membership = memberships.find(({ place }) => place.organizationId === active?.organizationId);
  if (membership === undefined) {
    return { role: null, permissions: [], organizationIds: [], propertyIds: [], choseForeign: false };
  }
  const { organizationId } = membership.place;
  const living = [places.home, places.unassigned, places.foreign].filter(
    (place) => place.organizationId === organizationId,
  );
  const seen =
    membership.role === "organization admin" ? living : living.filter((place) => membership.assigned.includes(place));
  return {
    role: membership.role,
    permissions: membership.permissions,
    organizationIds: [organizationId],
    propertyIds: seen.map(({ propertyId }) => propertyId),
    choseForeign: false,
  };
}

/** Staff that see one organization. */
async function ionStaff(site: Site, home: LivingPlace, unassigned: LivingPlace): Promise<Person> {
  const { connections } = site;
  const userId = await addPerson(site, "staff of A", []);
  await sql`update users set staff_role = 'ION staff', staff_permissions = ${[...both]}::text[]
    where id = ${userId}`.execute(connections.accounts);
  await sql`insert into staff_organizations (user_id, organization_id)
    values (${userId}, ${home.organizationId})`.execute(connections.accounts);
  return {
    title: "ION staff of A",
    userId,
    headers: { cookie: (await startSession(connections, userId)).cookie },
    standing: {
      role: "ION staff",
      permissions: both,
      organizationIds: [home.organizationId],
      propertyIds: [home.propertyId, unassigned.propertyId],
      choseForeign: false,
    },
    gatewayOf: null,
    knownOrganizations: [home.organizationId],
  };
}
