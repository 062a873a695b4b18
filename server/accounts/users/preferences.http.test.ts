// Covers calls-18

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createUser, type NewMembership } from "../create-user.ts";
import { makeOrganization } from "../testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";

const defaults = {
  device_health_thresholds: { healthy: [95, 100], warning: [85, 94], critical: [0, 84] },
  favorites: { cockpit_overview_tiles: ["gbd"], property_overview_tiles: ["gbd"] },
  columns: {},
  comparison: "previous_period",
  language: null,
  measure: null,
  notifications: null,
};

let site: TestSite;
let cookie: string;
let people = 0;
beforeAll(async () => {
  site = await openTestSite();
});
beforeEach(async () => {
  people += 1;
  cookie = await newPerson(`person${people}@example.com`);
});
afterAll(() => site?.close());

async function newPerson(email: string): Promise<string> {
  await createUser(site.connections, { email, firstName: "", lastName: "", password: TEST_PASSWORD, memberships: [] });
  return site.signedIn(email);
}
function put(payload: object) {
  return site.app.inject({ method: "PUT", url: "/v1/me/preferences", payload, headers: { cookie } });
}
async function kept(who = cookie): Promise<unknown> {
  return (await site.app.inject({ url: "/v1/me/preferences", headers: { cookie: who } })).json();
}

test("returns defaults without a choice", async () => {
  expect(await kept()).toEqual(defaults);
});

// Covers validation-9
test("stores each part separately, columns by table, for each user", async () => {
  const other = await newPerson(`other${people}@example.com`);
  const thresholds = { healthy: [90, 100], warning: [70, 89], critical: [0, 69] };
  const favorites = { cockpit_overview_tiles: [], property_overview_tiles: ["meters"] };
  const day = { order: ["date", "leak_type"], hidden: ["event"] };
  const hour = { order: ["hour", "date"], hidden: [] };
  const answers = await Promise.all([
    put({ device_health_thresholds: thresholds }),
    put({ favorites }),
    put({ columns: { leak_detail_day: day } }),
    put({ columns: { leak_detail_hour: hour } }),
    put({ comparison: "none" }),
    put({ language: "es" }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
  const all = {
    device_health_thresholds: thresholds,
    favorites,
    columns: { leak_detail_day: day, leak_detail_hour: hour },
    comparison: "none",
    language: "es",
    measure: null,
    notifications: null,
  };
  expect(await kept()).toEqual(all);
  expect((await put({})).json()).toEqual(all);
  expect((await put({ language: null })).json()).toEqual({ ...all, language: null });
  await put({ language: "es" });
  expect(await kept(other)).toEqual(defaults);
});

const healthy = "device_health_thresholds.healthy";
const warning = "device_health_thresholds.warning";
const critical = "device_health_thresholds.critical";

test.each([
  [{ healthy: [95, 95] }, healthy, "Healthy min must be less than healthy max"],
  [{ healthy: [94, 100] }, healthy, "Healthy min must be greater than warning max"],
  [{ healthy: [94, 100] }, warning, "Warning max must be less than healthy min"],
  [{ warning: [94, 94] }, warning, "Warning min must be less than warning max"],
  [{ warning: [84, 94] }, warning, "Warning min must be greater than critical max"],
  [{ warning: [84, 94] }, critical, "Critical max must be less than warning min"],
  [{ critical: [84, 84] }, critical, "Critical max must be greater than critical min"],
  [{ healthy: [95, 101] }, healthy, "Value must be at most 100"],
  [{ critical: [-1, 84] }, critical, "Value must be at least 0"],
  [{ critical: [0.5, 84] }, critical, "Please enter a valid number"],
  [{ critical: ["0", 84] }, critical, "Please enter a valid number"],
  [{ critical: [null, 84] }, critical, "Minimum value is required"],
  [{ critical: ["", 84] }, critical, "Minimum value is required"],
  [{ critical: [0, null] }, critical, "Maximum value is required"],
  [{ critical: [0] }, critical, "Maximum value is required"],
  [{ critical: [] }, critical, "Minimum value is required"],
])("rejects thresholds %o", async (part, field, sentence) => {
  const rejected = await put({ device_health_thresholds: { ...defaults.device_health_thresholds, ...part } });
  expect(rejected.statusCode).toBe(422);
  expect(rejected.json<Record<string, string[]>>()[field]).toContain(sentence);
  expect(await kept()).toEqual(defaults);
});

const layout = { order: [], hidden: [] };
test.each([
  [{ device_health_thresholds: { healthy: [95, 100] } }],
  [{ device_health_thresholds: { ...defaults.device_health_thresholds, fine: [1, 2] } }],
  [{ favorites: { cockpit_overview_tiles: ["gbd"] } }],
  [{ favorites: { ...defaults.favorites, cockpit_overview_tiles: ["gbd", "leaks"] } }],
  [{ favorites: { ...defaults.favorites, cockpit_overview_tiles: ["<b>"] } }],
  [{ favorites: { ...defaults.favorites, cockpit_overview_tiles: ["no-such-card"] } }],
  [{ favorites: { ...defaults.favorites, property_overview_tiles: ["leak_cost"] } }],
  [{ columns: { leaks: { order: ["date", "date"], hidden: [] } } }],
  [{ columns: { leaks: { order: ["date"] } } }],
  [{ columns: { "no table": layout } }],
  [{ columns: { __proto__x: layout } }],
  [{ columns: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`table_${i}`, layout])) }],
  [{ columns: null }],
  [{ language: "Español" }],
  [{ theme: "dark" }],
])("rejects %j without a change", async (body) => {
  expect((await put(body)).statusCode).toBe(422);
  expect(await kept()).toEqual(defaults);
});

test("limits the size of stored tables over many saves", async () => {
  const tables = (from: number) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`table_${from + i}`, layout]));
  expect((await put({ columns: tables(0) })).statusCode).toBe(200);
  const rejected = await put({ columns: tables(30) });
  expect(rejected.statusCode).toBe(422);
  expect(rejected.json()).toMatchObject({ columns: ["Keep at most 50 tables."] });
});

test("saves preferences under an organization that the user has left", async () => {
  const north = await makeOrganization(site.connections, "North", []);
  const gone = await makeOrganization(site.connections, "Gone", []);
  const user = { email: `moved${people}@example.com`, firstName: "", lastName: "", password: TEST_PASSWORD };
  const admin = (organizationId: number): NewMembership => ({
    organizationId,
    role: "organization admin",
    permissions: [],
    propertyIds: [],
  });
  const userId = await createUser(site.connections, { ...user, memberships: [admin(north.id), admin(gone.id)] });
  cookie = await site.signedIn(user.email);
  const { accounts } = site.connections;
  const lost = { user_id: userId, organization_id: gone.id };
  await sql`update users set active_organization_id = ${gone.id} where id = ${userId}`.execute(accounts);
  await accounts
    .deleteFrom("memberships")
    .where((eb) => eb.and(lost))
    .execute();
  const favorites = { cockpit_overview_tiles: [], property_overview_tiles: [] };
  for (const headers of [{ cookie }, { cookie, "x-current-organization-id": String(gone.id) }]) {
    const url = "/v1/me/preferences";
    const answer = await site.app.inject({ method: "PUT", url, payload: { favorites }, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    expect((await site.app.inject({ url, headers })).json()).toEqual({ ...defaults, favorites });
  }
});

test("treats an unknown stored favorite as not chosen, and reads the rest", async () => {
  const stored = { favorites: { cockpit_overview_tiles: ["no-such-card"], property_overview_tiles: ["meters"] } };
  await sql`update users set preferences = ${JSON.stringify(stored)}`.execute(site.connections.accounts);
  expect(await kept()).toEqual(defaults);
  expect((await put({ columns: {} })).statusCode).toBe(200);
});

test("needs a session", async () => {
  cookie = "";
  expect((await put({})).statusCode).toBe(401);
});
