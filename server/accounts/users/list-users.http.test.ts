import { afterAll, beforeAll, expect, test } from "vitest";
import { ASSET, openUsersSite, type Someone, STAFF_USERS, usersOf } from "./testing/users-site.ts";

let it: Awaited<ReturnType<typeof openUsersSite>>;
let staff: Someone;
let people: Record<"ann" | "bob" | "cleo" | "dan" | "eve", Someone>;

const emails = (json: { results: { email: string }[] }) => json.results.map((row) => row.email);

beforeAll(async () => {
  it = await openUsersSite();
  staff = it.staff;
  const { northMember, southAdmin, southMember } = it;
  const second = { ...northMember, propertyIds: it.north.propertyIds.slice(1) };
  people = {
    ann: await it.someone({ memberships: [northMember] }),
    bob: await it.someone({ memberships: [second] }),
    cleo: await it.someone({ memberships: [{ ...northMember, permissions: [ASSET] }, southAdmin] }),
    dan: await it.someone({ memberships: [southMember] }),
    eve: await it.someone({ staffRole: "ION staff", staffOrganizationIds: [it.south.id] }),
  };
});
afterAll(() => it?.site.close());

test("IONAdmins list all users; other staff and admins those of their organizations", async () => {
  const all = await it.call(staff, "GET", `${STAFF_USERS}?page_size=50`);
  const { ann, bob, cleo, dan, eve } = people;
  expect(emails(all.json)).toEqual([staff, it.admin, ann, bob, cleo, dan, eve].map(({ email }) => email).toSorted());

  const souths = await it.call(eve, "GET", STAFF_USERS);
  expect(emails(souths.json)).toEqual([cleo.email, dan.email]);
  expect(souths.json.results[0]).toMatchObject({
    roles: [{ name: "organization admin" }],
    assigned_organizations: [{ name: "South" }],
    assigned_properties: [{ name: "S1" }],
  });
  expect(souths.text).not.toMatch(/North|N1/);

  const norths = await it.call(it.admin, "GET", usersOf(it.north.id));
  expect(emails(norths.json)).toEqual([it.admin, ann, bob, cleo].map(({ email }) => email));
  expect(norths.json.results[3]).toMatchObject({ permissions: [{ name: ASSET }], is_read_only: false });
  expect(norths.text).not.toMatch(/South|S1/);
});

test("filters by role, organization, property and text, within the scope", async () => {
  const { ann, bob, cleo, dan, eve } = people;
  const [n1, n2] = it.north.propertyIds;
  const listed = async (who: Someone, url: string) => emails((await it.call(who, "GET", url)).json);
  expect(await listed(staff, `${STAFF_USERS}?role=1&role=2`)).toEqual([staff.email, eve.email]);
  expect(await listed(staff, `${STAFF_USERS}?role=3`)).toEqual([it.admin.email, cleo.email]);
  expect(await listed(staff, `${STAFF_USERS}?role=9`)).toEqual([]);
  expect(await listed(staff, `${STAFF_USERS}?organization_id=${it.south.id}`)).toEqual(
    [cleo, dan, eve].map(({ email }) => email),
  );
  expect(await listed(staff, `${STAFF_USERS}?property_id=${n2}`)).toEqual([it.admin.email, bob.email]);
  expect(await listed(staff, `${STAFF_USERS}?property_id=${n1}&role=4`)).toEqual([ann.email, cleo.email]);
  expect(await listed(staff, `${STAFF_USERS}?search=${ann.email.toUpperCase()}`)).toEqual([ann.email]);
  expect(await listed(staff, `${STAFF_USERS}?search=%25`)).toEqual([]);
  // What the caller does not see cannot be found out by filters either.
  const norths = usersOf(it.north.id);
  expect(await listed(it.admin, `${norths}?role=3`)).toEqual([it.admin.email]);
  expect(await listed(it.admin, `${norths}?property_id=${it.south.propertyIds[0]}`)).toEqual([]);
  expect(await listed(eve, `${STAFF_USERS}?organization_id=${it.north.id}`)).toEqual([]);
});

// Covers people-3
test("shows users the same fields of themselves as their managers see", async () => {
  const { cleo, eve } = people;
  const favorites = { cockpit_overview_tiles: [], property_overview_tiles: ["meters"] };
  expect((await it.call(cleo, "PUT", "/v1/me/preferences", { favorites })).status).toBe(200);
  for (const who of [cleo, eve, staff]) {
    const [row] = (await it.call(staff, "GET", `${STAFF_USERS}?search=${who.email}`)).json.results;
    const { json: me } = await it.call(who, "GET", "/v1/me");
    const { roles, assigned_organizations, assigned_properties, last_login, modified_at, preferences } = row;
    expect(me).toMatchObject({
      roles,
      assigned_organizations,
      assigned_properties,
      last_login,
      modified_at,
      preferences,
    });
    expect(last_login).not.toBeNull();
    expect(modified_at).toMatch(/^\d{4}-/);
  }
  const { json: me } = await it.call(cleo, "GET", "/v1/me");
  expect(me).toMatchObject({
    roles: [
      { id: 4, name: "organization member", is_staff: false },
      { id: 3, name: "organization admin", is_staff: false },
    ],
    assigned_organizations: [{ name: "North" }, { name: "South" }],
    preferences: { device_health_thresholds: { healthy: [95, 100], warning: [85, 94], critical: [0, 84] }, favorites },
  });
  // Columns of tables, of which there may be many, have a call of their own.
  expect(Object.keys(me.preferences)).toEqual(["device_health_thresholds", "favorites"]);
});

test.for(["email", "-email", "first_name", "last_name", "-last_login", "modified_at"])(
  "pages of a list sorted by %s contain each user once",
  async (ordering) => {
    const found: string[] = [];
    for (let url: string | null = `${STAFF_USERS}?page_size=2&ordering=${ordering}`; url !== null; ) {
      const { json } = await it.call(staff, "GET", url);
      expect(json.count).toBe(7);
      found.push(...emails(json));
      url = json.next;
    }
    expect(new Set(found).size).toBe(7);
    expect(found).toHaveLength(7);
    if (ordering === "-email") expect(found).toEqual(found.toSorted().toReversed());
  },
);

test("hides an assigned property that moved to another organization until it returns", async () => {
  const { worker } = it.site.connections;
  const [n1 = 0] = it.north.propertyIds;
  const move = (organization_id: number) =>
    worker.updateTable("properties").set({ organization_id }).where("id", "=", n1).execute();
  const list = async () => (await it.call(it.admin, "GET", usersOf(it.north.id))).text;
  await move(it.south.id);
  expect(await list()).not.toContain("N1");
  // Another change of the user leaves it as it is.
  const url = `${usersOf(it.north.id)}/${people.ann.id}`;
  expect((await it.call(it.admin, "PATCH", url, { first_name: "Ann" })).status).toBe(200);
  await move(it.north.id);
  expect(await list()).toContain("N1");
});

test("answers 401 without a session, 403 without the role, 404 for another organization", async () => {
  const body = it.inNorth();
  const nobody = { cookie: "" };
  for (const [method, url, payload] of [
    ["GET", STAFF_USERS, undefined],
    ["POST", `${STAFF_USERS}/staff`, { ...body, role: 1 }],
    ["POST", `${STAFF_USERS}/external`, { ...body, organization_id: it.north.id }],
    ["PATCH", `${STAFF_USERS}/external/${people.ann.id}`, { role: 3 }],
    ["DELETE", `${STAFF_USERS}/external/${people.ann.id}`, undefined],
    ["DELETE", `${STAFF_USERS}/staff/${people.eve.id}`, undefined],
    ["GET", usersOf(it.north.id), undefined],
    ["POST", usersOf(it.north.id), body],
    ["PATCH", `${usersOf(it.north.id)}/${people.bob.id}`, { role: 3 }],
    ["DELETE", `${usersOf(it.north.id)}/${people.bob.id}`, undefined],
  ] as const) {
    expect([url, (await it.call(nobody, method, url, payload)).status]).toEqual([url, 401]);
    expect([url, (await it.call(people.ann, method, url, payload)).status]).toEqual([url, 403]);
    if (url.startsWith(STAFF_USERS)) {
      expect([url, (await it.call(it.admin, method, url, payload)).status]).toEqual([url, 403]);
      continue;
    }
    expect([url, (await it.call(people.eve, method, url, payload)).status]).toEqual([url, 403]);
    const foreign = await it.call(it.admin, method, url.replace(`/${it.north.id}/`, `/${it.south.id}/`), payload);
    const unknown = await it.call(it.admin, method, url.replace(`/${it.north.id}/`, "/999999/"), payload);
    expect(foreign.status).toBe(404);
    expect({ ...foreign.json, request_id: "" }).toEqual({ ...unknown.json, request_id: "" });
  }
  const foreign = await it.call(it.admin, "PATCH", `${usersOf(it.north.id)}/${people.dan.id}`, { role: 3 });
  const unknown = await it.call(it.admin, "PATCH", `${usersOf(it.north.id)}/999999`, { role: 3 });
  expect(foreign.status).toBe(404);
  expect({ ...foreign.json, request_id: "" }).toEqual({ ...unknown.json, request_id: "" });
  // Staff of South neither see nor change users of North, staff neither.
  for (const id of [people.ann.id, staff.id, 999_999]) {
    const { status, json } = await it.call(people.eve, "DELETE", `${STAFF_USERS}/external/${id}`);
    expect([status, json.detail]).toEqual([404, "There is no such user."]);
  }
  const shared = await it.call(people.eve, "DELETE", `${STAFF_USERS}/external/${people.cleo.id}`);
  expect(shared.status).toBe(403);
});
