import { sql } from "kysely";
import type { NewUser } from "../../../server/accounts/create-user.ts";
import type { Site } from "../../world/site.ts";
import { isShown, isWithin, mayCall } from "./outcome.ts";
import {
  type ActorName,
  ASSET,
  addAccount,
  BOTH,
  type GrantWorld,
  makeGrantWorld,
  type Power,
  PROPERTY,
  powers,
} from "./people.ts";
import { type Rights, readRights } from "./rights.ts";
import type { Way } from "./tries.ts";

/** What was tried, and what came of it that must not. */
export interface TriedInvitations {
  allowed: number;
  rejected: number;
  wrong: string[];
}

const STAFF_USERS = "/v1/admin/staff/organizations/users";
const ways = ["staff", "external", "north", "south"] as const satisfies Way[];

/**
 * Lets everybody invite everybody again who has no password yet. Whoever may be shown the link could be that user, so only
 * those may who could give them all that they have.
 */
export async function tryInvitations(site: Site): Promise<TriedInvitations> {
  const world = await makeGrantWorld(site);
  const invited = await makeInvited(site, world);
  const before = await readRights(site.connections);
  const tried: TriedInvitations = { allowed: 0, rejected: 0, wrong: [] };
  for (const actor of Object.keys(powers).filter(isActor)) {
    for (const [title, id] of invited) {
      for (const way of ways) {
        const had = before.find((account) => account.id === id);
        if (had === undefined) throw new Error("Somebody is not there who was made.");
        const isAllowed = mayInvite(way, powers[actor], world, had);
        if (isAllowed) tried.allowed++;
        else tried.rejected++;
        const links = await linksOf(site, id);
        const url = `${addressOf(way, world)}/${id}/invitation`;
        const { status, text } = await site.ask({
          method: "POST",
          url,
          headers: { cookie: world.actors[actor].cookie },
        });
        const isNew = isReplaced(links, await linksOf(site, id));
        const at = `A8 ${actor} invites ${title} by ${way}`;
        if (status < 300 !== isAllowed || status >= 500) tried.wrong.push(`${at}: ${status} ${text.slice(0, 150)}`);
        if (isNew !== isAllowed) tried.wrong.push(`${at}: ${isNew ? "a" : "no"} new link`);
      }
    }
  }
  if (JSON.stringify(await readRights(site.connections)) !== JSON.stringify(before)) {
    tried.wrong.push("A8 an invitation changed what somebody may");
  }
  return tried;
}

function isActor(name: string): name is ActorName {
  return name in powers;
}

function addressOf(way: (typeof ways)[number], { organizations }: GrantWorld): string {
  if (way === "staff" || way === "external") return `${STAFF_USERS}/${way}`;
  return `/v1/admin/external/organizations/${organizations[way]}/users`;
}

function mayInvite(way: (typeof ways)[number], power: Power, world: GrantWorld, had: Rights): boolean {
  if (!mayCall({ way }, power) || !isShown({ way }, power, world, had)) return false;
  if (way === "staff" && had.staff_role === null) return false;
  if (way === "external" && had.memberships.length === 0) return false;
  if (power.kind === "everything") return true;
  const has = had.memberships.flatMap(({ permissions }) => permissions);
  return isWithin(power, world, had) && has.every((name) => power.permissions.some((own) => own === name));
}

/** People of every kind who were invited and have no password. */
async function makeInvited(site: Site, { organizations, properties }: GrantWorld): Promise<[string, number][]> {
  const memberOf = (area: "north" | "south", permissions = BOTH) => ({
    organizationId: organizations[area],
    role: "organization member" as const,
    permissions,
    propertyIds: [area === "north" ? properties.N1 : properties.S1],
  });
  const admin = { ...memberOf("north"), role: "organization admin" as const };
  const kinds: Record<string, Partial<NewUser>> = {
    "a member of North": { memberships: [memberOf("north")] },
    "a member of North for properties": { memberships: [memberOf("north", [PROPERTY])] },
    "a member of North for portfolios": { memberships: [memberOf("north", [ASSET])] },
    "an admin of North": { memberships: [admin] },
    "a member of South": { memberships: [memberOf("south")] },
    "a member of both": { memberships: [memberOf("north"), memberOf("south")] },
    "an IONAdmin": { staffRole: "IONAdmin" },
    "staff of North": { staffRole: "ION staff", staffOrganizationIds: [organizations.north] },
    "staff who are a member, too": { staffRole: "ION staff", memberships: [memberOf("north", [PROPERTY])] },
  };
  const made: [string, number][] = [];
  for (const [title, access] of Object.entries(kinds)) {
    const id = await addAccount(site, access);
    await sql`delete from credentials where user_id = ${id}`.execute(site.connections.accounts);
    made.push([title, id]);
  }
  return made;
}

/** Whether what had been there is gone and something else is: delivering a mail only adds a link. */
function isReplaced(before: readonly string[], after: readonly string[]): boolean {
  return after.length > 0 && !(before.length > 0 && before.every((link) => after.includes(link)));
}

async function linksOf({ connections }: Site, id: number): Promise<string[]> {
  const found = await sql<{ link: string }>`
    select encode(token_hash, 'hex') as link from account_links where user_id = ${id}`.execute(connections.accounts);
  return found.rows.map(({ link }) => link);
}
