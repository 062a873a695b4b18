import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import type { Answer, Request, Site } from "../../world/site.ts";
import { NEW_EMAIL, type Outcome, outcomeOf, targetIdOf } from "./outcome.ts";
import { type GrantWorld, makeGrantWorld, type PropertyName } from "./people.ts";
import { type Rights, readRights, restoreRights } from "./rights.ts";
import type { Try } from "./tries.ts";

const STAFF_USERS = "/v1/admin/staff/organizations/users";
/** Attempts that must be rejected are made so many at a time, and looked at together. */
const AT_ONCE = 10;
const LOOKED_AT = 200;

/** What was tried, and what came of it that must not. */
export interface TriedGrants {
  allowed: number;
  rejected: number;
  wrong: string[];
}

/**
 * Makes attempts, and holds what every account has after each against what must come of it.
 * @param isOver ends it after the first wrong outcome
 */
export async function tryGrants(site: Site, tries: readonly Try[], isOver = false): Promise<TriedGrants> {
  const world = await makeGrantWorld(site);
  const before = await readRights(site.connections);
  const tried: TriedGrants = { allowed: 0, rejected: 0, wrong: [] };
  const expected = tries.map((one) => ({ one, outcome: outcomeOf(one, world, before) }));
  const rejections = expected.filter(({ outcome }) => outcome === "rejected").map(({ one }) => one);
  for (let i = 0; i < rejections.length && !(isOver && tried.wrong.length > 0); i += LOOKED_AT) {
    await tryRejected(site, world, before, rejections.slice(i, i + LOOKED_AT), tried);
  }
  for (const { one, outcome } of expected) {
    if (outcome === "rejected" || (isOver && tried.wrong.length > 0)) continue;
    tried.allowed++;
    const answer = await ask(site, world, one);
    const now = await readRights(site.connections);
    const difference =
      answer.status < 300 ? unlike(one, world, before, outcome, now) : `${answer.status} ${answer.text}`;
    if (difference !== null) tried.wrong.push(`A8 ${describeTry(one)} must succeed: ${difference}`);
    await restoreRights(site.connections, before, now);
    await site.connections.accounts.deleteFrom("account_links").execute();
    if (one.given === null) await givePassword(site, targetIdOf(one, world));
  }
  return tried;
}

/** Many at once: none may succeed, and together they may change nothing. */
async function tryRejected(site: Site, world: GrantWorld, before: Rights[], batch: readonly Try[], tried: TriedGrants) {
  tried.rejected += batch.length;
  let next = 0;
  const wrong: string[] = [];
  const work = async () => {
    for (let one = batch[next++]; one !== undefined; one = batch[next++]) {
      const { status, text } = await ask(site, world, one);
      if (status < 400 || status >= 500)
        wrong.push(`A8 ${describeTry(one)} must be rejected: ${status} ${text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const now = await readRights(site.connections);
  if (JSON.stringify(now) !== JSON.stringify(before)) {
    if (wrong.length === 0)
      wrong.push(`A8 one of ${batch.length} rejected attempts changed something: ${describeTry(batch[0])} …`);
    await restoreRights(site.connections, before, now);
  }
  tried.wrong.push(...wrong);
}

function ask(site: Site, world: GrantWorld, one: Try): Promise<Answer> {
  const { actor, way, given } = one;
  const id = targetIdOf(one, world);
  const base = {
    staff: `${STAFF_USERS}/staff`,
    external: `${STAFF_USERS}/external`,
    membership: `${STAFF_USERS}/external`,
    north: `/v1/admin/external/organizations/${world.organizations.north}/users`,
    south: `/v1/admin/external/organizations/${world.organizations.south}/users`,
  }[way];
  const url = id === null ? base : `${base}/${id}${way === "membership" ? "/memberships" : ""}`;
  const headers = { cookie: world.actors[actor].cookie };
  if (given === null) return site.ask({ method: "DELETE", url, headers });
  const method: Request["method"] = id === null || way === "membership" ? "POST" : "PATCH";
  return site.ask({ method, url, headers, body: bodyOf(one, given, world) });
}

function bodyOf({ way, target }: Try, given: NonNullable<Try["given"]>, world: GrantWorld): object {
  const { role, permissions, areas, properties, email, first_name, memberships } = given;
  const propertyIds = (names?: readonly PropertyName[]) => names?.map((name) => world.properties[name]);
  const ids = areas?.map((area) => world.organizations[area]);
  // An organization named in both ways, where a call takes both.
  const where = {
    staff: { assigned_organizations: ids },
    external: { organization_id: ids?.[0], assigned_organizations: ids },
    membership: { organization_id: ids?.[0] },
    north: {},
    south: {},
  }[way];
  return {
    email: target === "new" ? NEW_EMAIL : email,
    first_name,
    role,
    permissions,
    ...where,
    assigned_properties: propertyIds(properties),
    [target === "new" ? "further_memberships" : "memberships"]: memberships?.map((one) => ({
      organization_id: world.organizations[one.area],
      role: one.role,
      permissions: one.permissions,
      assigned_properties: propertyIds(one.properties),
    })),
  };
}

/** Where the accounts are not what they must be; null: nowhere. */
function unlike(
  one: Try,
  world: GrantWorld,
  before: readonly Rights[],
  outcome: Exclude<Outcome, "rejected">,
  now: readonly Rights[],
) {
  const id = targetIdOf(one, world);
  const others = before.filter((account) => account.id !== id);
  const known = new Set(before.map((account) => account.id));
  const theirs = (account: Rights) => (id === null ? !known.has(account.id) : account.id === id);
  if (
    !isDeepStrictEqual(
      now.filter((account) => !theirs(account)),
      others,
    )
  ) {
    return "another account changed";
  }
  const is = now.filter(theirs).map((account) => ({ ...account, id: id ?? 0 }));
  const must = outcome === "deleted" ? [] : [outcome];
  return isDeepStrictEqual(is, must) ? null : `${JSON.stringify(is)}, not ${JSON.stringify(must)}`;
}

/** A deleted account has no password any more: it is given one, for who cannot sign in counts as no other admin. */
async function givePassword({ connections }: Site, id: number | null): Promise<void> {
  await sql`insert into credentials (user_id, account_id, provider_id, password)
    values (${id}, ${String(id)}, 'credential', 'none') on conflict do nothing`.execute(connections.accounts);
}

function describeTry(one: Try | undefined): string {
  return one === undefined ? "" : `${one.actor} ${one.way} ${one.target} ${JSON.stringify(one.given)}`;
}
