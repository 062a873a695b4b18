import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  ASSET,
  openUsersSite,
  PROPERTY,
  recordOf,
  STAFF_USERS,
  usersOf,
  usersSiteOfFile,
} from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin } = it;

test("an organization's admin revokes its access; the account and its other organizations stay", async () => {
  const made = await it.someone({ memberships: [it.northMember, it.southMember] });
  expect((await site.scope(made.cookie, it.north.id))?.propertyIds).toHaveLength(1);
  const { status } = await it.call(admin, "DELETE", `${usersOf(it.north.id)}/${made.id}`);
  expect(status).toBe(200);
  await expect(site.scope(made.cookie, it.north.id)).rejects.toThrow("no access to this organization");
  expect(await site.scope(made.cookie)).toMatchObject({ organizationIds: [it.south.id] });
  expect(await recordOf(site, made.id)).toMatchObject([
    { action: "user.revoke", organization_id: it.north.id, after: null },
  ]);
  expect((await it.call(admin, "DELETE", `${usersOf(it.north.id)}/${made.id}`)).status).toBe(404);
});

// Covers calls-16
test("staff delete an account: sessions end, and its email is free for a new one", async () => {
  const made = await it.someone({ memberships: [it.northMember] });
  expect((await it.call(staff, "DELETE", `${STAFF_USERS}/staff/${made.id}`)).status).toBe(404);
  expect((await it.call(staff, "DELETE", `${STAFF_USERS}/external/${made.id}`)).json).toEqual({ deleted: true });
  expect(await site.scope(made.cookie)).toBeNull();
  const kept = await it.row(made.id);
  expect(kept.deleted_at).toEqual(new Date(site.clock.now));
  expect(kept.email).not.toBe(made.email);
  const sessions = await sql`select from sessions where user_id = ${made.id}`.execute(site.connections.accounts);
  expect(sessions.rows).toEqual([]);
  expect(await recordOf(site, made.id)).toMatchObject([{ action: "user.delete", before: { email: made.email } }]);
  expect((await it.call(staff, "DELETE", `${STAFF_USERS}/external/${made.id}`)).status).toBe(404);
  expect((await it.call(staff, "PATCH", `${STAFF_USERS}/external/${made.id}`, { role: 3 })).status).toBe(404);

  const { json } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth({ email: made.email }));
  const token = site.mails[0]?.text.match(/token=([\w-]+)/)?.[1];
  const accepted = await site.app.inject({
    method: "POST",
    url: "/v1/invitation",
    payload: { token, password: "Quiet-Valves-7!", first_name: "Ann", last_name: "Lee" },
  });
  expect(accepted.statusCode).toBeLessThan(300);
  expect(await site.scope(await site.signedIn(made.email))).toMatchObject({ userId: json.id });
});

test("an account with several roles can be removed, though not edited", async () => {
  const access = { staffRole: "ION staff" as const, memberships: [it.northMember] };
  const [revoked, deleted] = [await it.account(access), await it.account(access)];
  expect((await it.call(admin, "DELETE", `${usersOf(it.north.id)}/${revoked.id}`)).status).toBe(200);
  expect((await it.call(admin, "GET", `${usersOf(it.north.id)}?search=${revoked.email}`)).json.count).toBe(0);
  expect((await it.row(revoked.id)).staff_role).toBe("ION staff");
  expect((await it.call(staff, "DELETE", `${STAFF_USERS}/external/${deleted.id}`)).status).toBe(200);
  expect((await it.row(deleted.id)).staff_role).toBeNull();
});

test("rejects changing one's own role, permissions or places, but not the name", async () => {
  const other = await it.someone({ memberships: [it.northAdmin] });
  const own = `${usersOf(it.north.id)}/${other.id}`;
  for (const change of [{ role: 4 }, { permissions: [PROPERTY] }, { assigned_properties: it.north.propertyIds }]) {
    expect((await it.call(other, "PATCH", own, change)).json.code).toBe("own_account");
  }
  const organizations = { assigned_organizations: [it.north.id] };
  const asStaff = await it.call(staff, "PATCH", `${STAFF_USERS}/staff/${staff.id}`, organizations);
  expect(asStaff.json.code).toBe("own_account");
  expect((await it.call(other, "PATCH", own, { role: 3, business_title: "Owner" })).status).toBe(200);
});

test("rejects removing oneself", async () => {
  await it.account({ staffRole: "IONAdmin" });
  const other = await it.someone({ memberships: [it.northAdmin] });
  expect((await it.call(other, "DELETE", `${usersOf(it.north.id)}/${other.id}`)).json.code).toBe("own_account");
  expect((await it.call(staff, "DELETE", `${STAFF_USERS}/staff/${staff.id}`)).json.code).toBe("own_account");
  expect(await site.scope(staff.cookie)).not.toBeNull();
  expect(await site.scope(other.cookie)).not.toBeNull();
});

test("keeps the last admin of an organization, also with two concurrent removals", async () => {
  const east = await it.makeOrganization("East", ["E1"]);
  const eastAdmin = { ...it.northAdmin, organizationId: east.id, propertyIds: east.propertyIds };
  const last = await it.account({ memberships: [eastAdmin] });
  for (const [method, url, body] of [
    ["DELETE", `${STAFF_USERS}/external/${last.id}`, undefined],
    ["DELETE", `${usersOf(east.id)}/${last.id}`, undefined],
    ["PATCH", `${usersOf(east.id)}/${last.id}`, { role: 4 }],
    ["PATCH", `${STAFF_USERS}/staff/${last.id}`, { role: 2, assigned_organizations: [east.id] }],
  ] as const) {
    expect((await it.call(staff, method, url, body)).json.code).toBe("last_admin");
  }
  let left = last.id;
  for (let round = 0; round < 4; round += 1) {
    const more = await Promise.all([1, 2, 3].map(() => it.account({ memberships: [eastAdmin] })));
    const ids = [left, ...more.map(({ id }) => id)];
    const answers = await Promise.all(ids.map((id) => it.call(staff, "DELETE", `${STAFF_USERS}/external/${id}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 200, 200, 409]);
    left = ids[statuses.indexOf(409)] ?? 0;
  }
});

test("keeps the last IONAdmin who can sign in, whoever else is invited", async () => {
  const alone = await openUsersSite();
  try {
    const first = alone.staff;
    const second = await alone.someone({ staffRole: "IONAdmin" });
    const access = { role: 1, permissions: [ASSET], assigned_organizations: [alone.north.id] };
    const invited = await alone.call(first, "POST", `${STAFF_USERS}/staff`, {
      email: "third@example.com",
      ...access,
    });
    expect(invited.status).toBe(201);
    const both = await Promise.all([
      alone.call(first, "DELETE", `${STAFF_USERS}/staff/${second.id}`),
      alone.call(second, "DELETE", `${STAFF_USERS}/staff/${first.id}`),
    ]);
    // The other's session may have ended before theirs was looked at.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left, id] = both[0]?.status === 200 ? [first, first.id] : [second, second.id];
    const demoted = await alone.call(left, "PATCH", `${STAFF_USERS}/staff/${id}`, {
      role: 2,
      assigned_organizations: [alone.north.id],
    });
    expect(demoted.json.code).toBe("last_admin");
  } finally {
    await alone.site.close();
  }
});
