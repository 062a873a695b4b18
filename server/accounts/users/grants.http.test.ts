import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Rights, readRights, restoreRights } from "./testing/rights.ts";
import { ASSET, openUsersSite, PROPERTY, type Someone, STAFF_USERS, usersOf } from "./testing/users-site.ts";

// Everybody tries to give everything to everybody, by every call. What comes of it is read from the tables and held
// against rules written down here once more, in other words than the product's.

type Place = "north" | "south";
/** What somebody may give, and where. */
interface Power {
  kind: "everything" | "staff" | "admin" | "nothing";
  in: Place[];
  permissions: string[];
}

const BOTH = [ASSET, PROPERTY];
const powers = {
  ionAdmin: { kind: "everything", in: ["north", "south"], permissions: BOTH },
  staffOfNorth: { kind: "staff", in: ["north"], permissions: BOTH },
  staffOfNorthProperty: { kind: "staff", in: ["north"], permissions: [PROPERTY] },
  adminOfNorth: { kind: "admin", in: ["north"], permissions: BOTH },
  adminOfNorthAsset: { kind: "admin", in: ["north"], permissions: [ASSET] },
  // Of both organizations, acting in the first by name.
  adminOfBoth: { kind: "admin", in: ["north"], permissions: BOTH },
  adminOfSouth: { kind: "admin", in: ["south"], permissions: BOTH },
  memberOfNorth: { kind: "nothing", in: [], permissions: [] },
} satisfies Record<string, Power>;
type ActorName = keyof typeof powers;

const calls = ["staff", "external", "north", "south", "membership"] as const;
const targets = [
  "new",
  "memberOfNorth",
  "adminOfNorth",
  "memberOfSouth",
  "memberOfBoth",
  "staff",
  "mixed",
  "self",
] as const;
const roles = [1, 2, 3, 4] as const;
const permissionSets = [[ASSET], [PROPERTY], BOTH];
const placeSets: Place[][] = [["north"], ["south"], ["north", "south"]];
const propertySets = ["N1", "N1 N2", "S1", "N1 S1", "unassigned"] as const;

interface Try {
  actor: ActorName;
  call: (typeof calls)[number];
  target: (typeof targets)[number];
  role: (typeof roles)[number];
  permissions: string[];
  places: Place[];
  properties: (typeof propertySets)[number];
}

let it: Awaited<ReturnType<typeof openUsersSite>>;
let actors: Record<ActorName, Someone>;
let people: Record<Exclude<(typeof targets)[number], "new" | "self">, number>;
let propertyIds: Record<string, number>;
let before: Rights[];

beforeAll(async () => {
  it = await openUsersSite();
  const { northAdmin, southAdmin, northMember, southMember } = it;
  const north = [it.north.id];
  actors = {
    ionAdmin: await it.someone({ staffRole: "IONAdmin" }),
    staffOfNorth: await it.someone({ staffRole: "ION staff", staffOrganizationIds: north }),
    staffOfNorthProperty: await it.someone({ staffRole: "ION staff", staffOrganizationIds: north }),
    adminOfNorth: await it.someone({ memberships: [northAdmin] }),
    adminOfNorthAsset: await it.someone({ memberships: [{ ...northAdmin, permissions: [ASSET] }] }),
    adminOfBoth: await it.someone({ memberships: [northAdmin, southAdmin] }),
    adminOfSouth: await it.someone({ memberships: [southAdmin] }),
    memberOfNorth: await it.someone({ memberships: [northMember] }),
  };
  const { accounts, worker } = it.site.connections;
  await accounts
    .updateTable("users")
    .set({ staff_permissions: [PROPERTY] })
    .where("id", "=", actors.staffOfNorthProperty.id)
    .execute();
  const idOf = async (access: Parameters<typeof it.account>[0]) => (await it.account(access)).id;
  // So that nobody is the last of their kind.
  await it.account({ staffRole: "IONAdmin" });
  people = {
    memberOfNorth: await idOf({ memberships: [northMember] }),
    adminOfNorth: await idOf({ memberships: [northAdmin] }),
    memberOfSouth: await idOf({ memberships: [southMember] }),
    memberOfBoth: await idOf({ memberships: [northMember, southMember] }),
    staff: await idOf({ staffRole: "ION staff", staffOrganizationIds: north }),
    mixed: await idOf({ staffRole: "ION staff", memberships: [northMember] }),
  };
  const unassigned = await worker
    .insertInto("properties")
    .values({ organization_id: null, name: "Nobody's", time_zone: "America/Chicago" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [n1 = 0, n2 = 0] = it.north.propertyIds;
  propertyIds = { N1: n1, N2: n2, S1: it.south.propertyIds[0] ?? 0, unassigned: unassigned.id };
  before = await readRights(it.site.connections);
});
afterAll(() => it?.site.close());

const orgOf = (place: Place) => it[place].id;
const targetId = ({ target, actor }: Try) =>
  target === "self" ? actors[actor].id : target === "new" ? null : people[target];

function ask(one: Try) {
  const { actor, call, target, role, permissions, places, properties } = one;
  const id = targetId(one);
  const rights = { role, permissions };
  const assigned_organizations = places.map(orgOf);
  const assigned_properties = properties.split(" ").map((name) => propertyIds[name] ?? 0);
  const person = target === "new" ? { email: "somebody-new@example.com" } : {};
  const method = target === "new" || call === "membership" ? "POST" : "PATCH";
  const [organization_id = 0] = assigned_organizations;
  const asked = {
    staff: { url: `${STAFF_USERS}/staff`, body: { ...person, ...rights, assigned_organizations } },
    external: {
      url: `${STAFF_USERS}/external`,
      body: { ...person, ...rights, assigned_organizations, organization_id, assigned_properties },
    },
    membership: { url: `${STAFF_USERS}/external`, body: { ...rights, organization_id, assigned_properties } },
    north: { url: usersOf(it.north.id), body: { ...person, ...rights, assigned_properties } },
    south: { url: usersOf(it.south.id), body: { ...person, ...rights, assigned_properties } },
  }[call];
  const url = id === null ? asked.url : `${asked.url}/${id}${call === "membership" ? "/memberships" : ""}`;
  return it.call(actors[actor], method, url, asked.body);
}

/** Whether it is right that the call succeeds. */
function isAllowed(one: Try): boolean {
  const power: Power = powers[one.actor];
  const had = before.find(({ id }) => id === targetId(one));
  const all = power.kind === "everything";
  // Who may make the call at all.
  if (one.call === "staff" && !all) return false;
  if ((one.call === "external" || one.call === "membership") && !all && power.kind !== "staff") return false;
  if (one.call === "north" || one.call === "south") {
    if (power.kind === "staff" || !power.in.includes(one.call)) return false;
  }
  if (one.role <= 2 !== (one.call === "staff")) return false;
  // Whom they may do it to.
  const isIn = (place: Place) => had?.memberships.some((membership) => membership.organization_id === orgOf(place));
  if (had !== undefined) {
    if (had.staff_role !== null && had.memberships.length > 0) return false;
    if (!all && !power.in.some(isIn)) return false;
    if ((one.call === "north" || one.call === "south") && !isIn(one.call)) return false;
    if (one.call === "membership" && had.staff_role !== null) return false;
  }
  if (one.call === "staff") return true;
  // Where.
  const wanted: Place[] =
    one.call === "external" ? one.places : one.call === "membership" ? one.places.slice(0, 1) : [one.call];
  const [place, ...more] = wanted;
  if (place === undefined || more.length > 0 || !power.in.includes(place)) return false;
  const fits: Record<Place, string[]> = { north: ["N1", "N1 N2"], south: ["S1"] };
  if (!fits[place].includes(one.properties)) return false;
  if (one.call === "membership" && isIn(place)) return false;
  // What: more than they have themselves only where it was had before.
  const there = had?.memberships.find((membership) => membership.organization_id === orgOf(place));
  const moved = one.call === "external" && had?.memberships.length === 1 ? had.memberships[0] : undefined;
  const kept = (there ?? moved)?.permissions ?? [];
  return one.permissions.every((name) => power.permissions.includes(name) || kept.includes(name));
}

/** What somebody got that they had not, as words. */
function gained(was: Rights | undefined, is: Rights): string[] {
  const words = (rights: Rights | undefined) => [
    ...(rights?.staff_role == null ? [] : [`be ${rights.staff_role}`]),
    ...(rights?.staff_permissions ?? []).map((name) => `as staff ${name}`),
    ...(rights?.staff_organizations ?? []).map((id) => `as staff in ${id}`),
    ...(rights?.memberships ?? []).flatMap(({ organization_id, role, permissions, property_ids }) => [
      `be ${role} in ${organization_id}`,
      ...permissions.map((name) => `${name} in ${organization_id}`),
      ...property_ids.map((id) => `property ${id} in ${organization_id}`),
    ]),
  ];
  const had = new Set(words(was));
  return words(is).filter((word) => !had.has(word));
}

/** All that the actor has, in the same words: nothing else may have been gained from them. */
function givable(actor: ActorName): Set<string> {
  const power: Power = powers[actor];
  const all = power.kind === "everything";
  const fits: Record<Place, string[]> = { north: ["N1", "N2"], south: ["S1"] };
  return new Set([
    ...(all ? ["be IONAdmin", "be ION staff", ...BOTH.map((name) => `as staff ${name}`)] : []),
    ...(all ? power.in.map((place) => `as staff in ${orgOf(place)}`) : []),
    ...power.in.flatMap((place) => [
      `be organization admin in ${orgOf(place)}`,
      `be organization member in ${orgOf(place)}`,
      ...power.permissions.map((name) => `${name} in ${orgOf(place)}`),
      ...fits[place].map((name) => `property ${propertyIds[name]} in ${orgOf(place)}`),
    ]),
  ]);
}

const everyTry: Try[] = Object.keys(powers)
  .filter((name): name is ActorName => name in powers)
  .flatMap((actor) =>
    calls.flatMap((call) =>
      targets
        .filter((target) => !(call === "membership" && target === "new"))
        .flatMap((target) =>
          roles.flatMap((role) =>
            permissionSets.flatMap((permissions) =>
              placeSets.flatMap((places) =>
                propertySets.map((properties) => ({ actor, call, target, role, permissions, places, properties })),
              ),
            ),
          ),
        ),
    ),
  );

/** GRANTS=all tries every combination, a quarter of an hour; else a sample, another one each time. */
const RUNS = process.env.GRANTS === "all" ? everyTry.length : 1000;

test(`nobody gives what they lack, and a refusal changes nothing: ${RUNS} of ${everyTry.length} combinations`, async () => {
  const seed = RUNS === everyTry.length ? 0 : Date.now() % 100_000;
  const chosen =
    RUNS === everyTry.length
      ? everyTry
      : (fc.sample(fc.shuffledSubarray(everyTry, { minLength: RUNS, maxLength: RUNS }), { numRuns: 1, seed })[0] ?? []);
  const counts = { allowed: 0, refused: 0 };
  const wrong: object[] = [];
  for (const one of chosen) {
    const answer = await ask(one);
    const succeeded = answer.status < 300;
    counts[succeeded ? "allowed" : "refused"] += 1;
    const after = await readRights(it.site.connections);
    const changed = JSON.stringify(after) !== JSON.stringify(before);
    const may = givable(one.actor);
    const stolen = after
      .flatMap((is) =>
        gained(
          before.find(({ id }) => id === is.id),
          is,
        ),
      )
      .filter((word) => !may.has(word));
    if (succeeded !== isAllowed(one) || (!succeeded && changed) || stolen.length > 0 || answer.status >= 500) {
      wrong.push({ ...one, status: answer.status, code: answer.json.code, detail: answer.json.detail, stolen });
    }
    if (wrong.length === 5) break;
    if (changed) await restoreRights(it.site.connections, before);
  }
  expect(wrong, `seed ${seed}`).toEqual([]);
  // Neither all refused nor all allowed: both sides are tried.
  expect(counts.allowed).toBeGreaterThan(RUNS / 100);
  expect(counts.refused).toBeGreaterThan(RUNS / 2);
}, 3_600_000);
