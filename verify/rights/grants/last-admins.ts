import { sql } from "kysely";
import type { NewUser } from "../../../server/accounts/create-user.ts";
import { type Request, type Site, startSession } from "../../world/site.ts";
import { ASSET, addAccount, BOTH } from "./people.ts";

const STAFF_USERS = "/v1/admin/staff/organizations/users";

/** What was tried, and what came of it that must not. */
export interface TriedRemovals {
  rounds: number;
  wrong: string[];
}

interface Admin {
  id: number;
  cookie: string;
}
type Params = Omit<Request, "headers">;

/** Where the last admins are: an organization, and a property of it. */
interface Ground {
  organizationId: number;
  propertyId: number;
}
type Way = (ground: Ground, target: number) => Params;

const deleteStaff: Way = (_ground, id) => ({ method: "DELETE", url: `${STAFF_USERS}/staff/${id}` });
const demoteStaff: Way = ({ organizationId }, id) => ({
  method: "PATCH",
  url: `${STAFF_USERS}/staff/${id}`,
  body: { role: 2, assigned_organizations: [organizationId] },
});
const makeExternal: Way = ({ organizationId, propertyId }, id) => ({
  method: "PATCH",
  url: `${STAFF_USERS}/external/${id}`,
  body: { role: 4, organization_id: organizationId, permissions: [ASSET], assigned_properties: [propertyId] },
});
const usersOf = ({ organizationId }: Ground) => `/v1/admin/external/organizations/${organizationId}/users`;
const revoke: Way = (ground, id) => ({ method: "DELETE", url: `${usersOf(ground)}/${id}` });
const demote: Way = (ground, id) => ({ method: "PATCH", url: `${usersOf(ground)}/${id}`, body: { role: 4 } });
const deleteExternal: Way = (_ground, id) => ({ method: "DELETE", url: `${STAFF_USERS}/external/${id}` });
const makeStaff: Way = ({ organizationId }, id) => ({
  method: "PATCH",
  url: `${STAFF_USERS}/staff/${id}`,
  body: { role: 2, assigned_organizations: [organizationId] },
});

/**
 * Lets the last two admins remove each other at the same time, by every pair of ways in which somebody stops being one:
 * the two IONAdmins who can sign in, and the two admins of an organization. One of them must be left, whom nobody can
 * remove then: not they themselves, and not an IONAdmin.
 * @param times how often each pair of ways is tried
 */
export async function tryLastAdmins(site: Site, times: number): Promise<TriedRemovals> {
  const tried: TriedRemovals = { rounds: 0, wrong: [] };
  for (let round = 0; round < times; round++) {
    for (const [a, b] of pairsOf([deleteStaff, demoteStaff, makeExternal])) {
      const { ground, one, other } = await lastTwo(site, () => ({ staffRole: "IONAdmin" }));
      await sql`delete from credentials where user_id in (select id from users where staff_role = 'IONAdmin')
        and user_id <> all(${[one.id, other.id]}::bigint[])`.execute(site.connections.accounts);
      const left = await removeEachOther(site, tried, ground, [one, a], [other, b]);
      await nobodyRemoves(site, tried, ground, left, left, [deleteStaff, demoteStaff, makeExternal]);
    }
    for (const [a, b] of pairsOf([revoke, demote])) {
      const { ground, one, other } = await lastTwo(site, ({ organizationId }) => ({
        memberships: [{ organizationId, role: "organization admin", permissions: BOTH, propertyIds: [] }],
      }));
      const left = await removeEachOther(site, tried, ground, [one, a], [other, b]);
      await nobodyRemoves(site, tried, ground, left, left, [revoke, demote]);
      const staff = await addAdmin(site, { staffRole: "IONAdmin" });
      await nobodyRemoves(site, tried, ground, staff, left, [revoke, demote, deleteExternal, makeStaff]);
    }
  }
  return tried;
}

function pairsOf(ways: readonly Way[]): [Way, Way][] {
  return ways.flatMap((a) => ways.map((b): [Way, Way] => [a, b]));
}

async function lastTwo(site: Site, access: (ground: Ground) => Partial<NewUser>) {
  const { worker } = site.connections;
  const organization = worker.insertInto("organizations").values({ name: "Last" }).returning("id");
  const { id: organizationId } = await organization.executeTakeFirstOrThrow();
  const values = { name: "Place", organization_id: organizationId, time_zone: "America/Chicago" };
  const property = await worker.insertInto("properties").values(values).returning("id").executeTakeFirstOrThrow();
  const ground = { organizationId, propertyId: property.id };
  return { ground, one: await addAdmin(site, access(ground)), other: await addAdmin(site, access(ground)) };
}

async function addAdmin(site: Site, access: Partial<NewUser>): Promise<Admin> {
  const id = await addAccount(site, access);
  return { id, cookie: (await startSession(site.connections, id)).cookie };
}

/** @returns who is left */
async function removeEachOther(
  site: Site,
  tried: TriedRemovals,
  ground: Ground,
  [one, a]: [Admin, Way],
  [other, b]: [Admin, Way],
): Promise<Admin> {
  tried.rounds++;
  const answers = await Promise.all([ask(site, one, a(ground, other.id)), ask(site, other, b(ground, one.id))]);
  const done = answers.filter(({ status }) => status < 300).length;
  if (done !== 1) {
    const statuses = answers.map(({ status }) => status).join(" and ");
    const { method, url } = a(ground, other.id);
    tried.wrong.push(
      `A8 two at once by ${method} ${url} and ${b(ground, one.id).method}: ${statuses}, not one success`,
    );
  }
  return (answers[0]?.status ?? 500) < 300 ? one : other;
}

async function nobodyRemoves(
  site: Site,
  tried: TriedRemovals,
  ground: Ground,
  who: Admin,
  left: Admin,
  ways: readonly Way[],
) {
  for (const way of ways) {
    const params = way(ground, left.id);
    const { status, text } = await ask(site, who, params);
    if (status === 409) continue;
    tried.wrong.push(`A8 the last admin goes by ${params.method} ${params.url}: ${status} ${text.slice(0, 100)}`);
  }
}

function ask(site: Site, { cookie }: Admin, params: Params) {
  return site.ask({ ...params, headers: { cookie } });
}
