import { expect, test } from "vitest";
import { recordOf, STAFF_USERS, usersOf, usersSiteOfFile } from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin } = it;
const MEANWHILE = "Somebody else changed this user meanwhile. Reload it and make your change again.";

test.each(["staff/", "external/", "organization"])(
  "the second of two concurrent edits of a user (%s) gets a conflict and saves nothing",
  async (kind) => {
    const isStaff = kind === "staff/";
    const made = await it.account(
      isStaff ? { staffRole: "ION staff", staffOrganizationIds: [it.north.id] } : { memberships: [it.northMember] },
    );
    const [who, list] = kind === "organization" ? [admin, usersOf(it.north.id)] : [staff, STAFF_USERS];
    const url = kind === "organization" ? `${list}/${made.id}` : `${list}/${kind}${made.id}`;
    const read = async () => (await it.call(who, "GET", `${list}?search=${made.email}`)).json.results[0];
    const { modified_at: expected_modified_at } = await read();
    site.clock.now += 1000;
    const changes = [{ first_name: "Max" }, { first_name: "May" }].map((change) => ({
      ...change,
      expected_modified_at,
    }));
    const answers = await Promise.all(changes.map((change) => it.call(who, "PATCH", url, change)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [kept] = answers.filter(({ status }) => status === 200);
    const [rejected] = answers.filter(({ status }) => status === 409);
    expect(rejected?.json).toMatchObject({ code: "changed_meanwhile", detail: MEANWHILE });
    const now = await read();
    expect(now).toMatchObject({ first_name: kept?.json.first_name, modified_at: kept?.json.modified_at });
    expect(await recordOf(site, made.id)).toMatchObject([{ action: "user.update" }]);
    // Whoever looks again may change it.
    site.clock.now += 1000;
    const again = await it.call(who, "PATCH", url, { last_name: "Lee", expected_modified_at: now.modified_at });
    expect([again.status, again.json.last_name]).toEqual([200, "Lee"]);
  },
);

test("detects permissions changed meanwhile; without expectations nothing is checked", async () => {
  const { json: made } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth());
  const url = `${usersOf(it.north.id)}/${made.id}`;
  const { modified_at } = made;
  site.clock.now += 1000;
  expect((await it.call(admin, "PATCH", url, { role: 3 })).status).toBe(200);
  const late = { business_title: "Boss", expected_modified_at: modified_at };
  expect((await it.call(admin, "PATCH", url, late)).json.code).toBe("changed_meanwhile");
  expect((await it.call(admin, "PATCH", url, { business_title: "Boss" })).json.business_title).toBe("Boss");
  const bad = await it.call(admin, "PATCH", url, { expected_modified_at: "yesterday" });
  expect([bad.status, Object.keys(bad.json)]).toEqual([422, expect.arrayContaining(["expected_modified_at"])]);
});

test("detects names that an invited user gave meanwhile", async () => {
  const { json: made } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth({ first_name: "J." }));
  const [, token] = /token=([\w-]+)/.exec(site.mails.at(-1)?.text ?? "") ?? [];
  site.clock.now += 1000;
  const payload = { token, password: "Quiet-Valves-7!", first_name: "Joan", last_name: "Lee" };
  expect((await site.app.inject({ method: "POST", url: "/v1/invitation", payload })).statusCode).toBe(201);
  // What the form of who invited them has: all fields, as they were.
  const { email, first_name, last_name, modified_at: expected_modified_at } = made;
  const form = { email, first_name, last_name, business_title: "Owner", expected_modified_at };
  const rejected = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, form);
  expect(rejected.json).toMatchObject({ code: "changed_meanwhile", detail: MEANWHILE });
  expect(await it.row(made.id)).toMatchObject({ first_name: "Joan", last_name: "Lee" });
});

test("detects a membership removed meanwhile where it was visible, and nowhere else", async () => {
  const { north, south, southMember } = it;
  const { json: made } = await it.call(admin, "POST", usersOf(north.id), it.inNorth());
  // The one in South is the newest thing of them.
  site.clock.now += 1000;
  const { permissions } = it.inNorth();
  const joined = await it.call(staff, "POST", `${STAFF_USERS}/external/${made.id}/memberships`, {
    role: 4,
    permissions,
    assigned_properties: southMember.propertyIds,
    organization_id: south.id,
  });
  expect(joined.status, joined.text).toBe(201);
  const southern = await it.someone({ memberships: [it.southAdmin] });
  const read = async (who: typeof staff, list: string) =>
    (await it.call(who, "GET", `${list}?search=${made.email}`)).json.results[0].modified_at;
  const [seenByStaff, seenInSouth] = [await read(staff, STAFF_USERS), await read(southern, usersOf(south.id))];
  site.clock.now += 1000;
  expect((await it.call(admin, "DELETE", `${usersOf(north.id)}/${made.id}`)).status).toBe(200);
  expect(await read(southern, usersOf(south.id))).toBe(seenInSouth);
  const change = { first_name: "Max", expected_modified_at: seenByStaff };
  const rejected = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${made.id}`, change);
  expect(rejected.json).toMatchObject({ code: "changed_meanwhile", detail: MEANWHILE });
  const own = { permissions, expected_modified_at: seenInSouth };
  const kept = await it.call(southern, "PATCH", `${usersOf(south.id)}/${made.id}`, own);
  expect(kept.status, kept.text).toBe(200);
});
