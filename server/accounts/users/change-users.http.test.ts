import { sql } from "kysely";
import { expect, test } from "vitest";
import { hashToken } from "../tokens/secret-token.ts";
import { ASSET, names, PROPERTY, recordOf, STAFF_USERS, usersOf, usersSiteOfFile } from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin } = it;

// Covers calls-16
test("changes only the given fields", async () => {
  const { json: made } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth({ first_name: "Ann" }));
  const { status, json } = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, {
    role: 3,
    permissions: [ASSET, PROPERTY],
    last_name: "Lee",
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    first_name: "Ann",
    last_name: "Lee",
    roles: [{ id: 3 }],
    permissions: [{ name: ASSET }, { name: PROPERTY }],
    assigned_properties: made.assigned_properties,
  });
  const [, entry] = await recordOf(site, made.id);
  expect(entry).toMatchObject({
    action: "user.update",
    before: { last_name: "", role: "organization member" },
    after: { last_name: "Lee", role: "organization admin" },
  });
  await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, {});
  expect(await recordOf(site, made.id)).toHaveLength(2);
});

test("a new e-mail address gets the leak cases that are assigned to the user", async () => {
  const { worker } = site.connections;
  const member = await it.someone({ memberships: [it.northMember] });
  const { email: before } = await it.row(member.id);
  const other = it.fresh();
  const [propertyId = 0] = it.north.propertyIds;
  const begun = new Date(site.clock.now);
  for (const [place, assignee, vendor] of [
    [1, before, null],
    [2, other, null],
    [3, before, "Acme Plumbing"],
  ] as const) {
    await sql`
      insert into leak_cases (property_id, place, cause, kinds, meter_ids, leak_starts, meter_id, started_at, opened_at,
        last_confirmed_at, longest_pause, gallons_total, confidence, state, assignee, vendor)
      values (${propertyId}, ${place}, 'toilet leak', '{toilet leak}', '{1}', ${[begun]}::timestamptz[], 1, ${begun},
        ${begun}, ${begun}, '0', 0, 'high', 'assigned', ${assignee}, ${vendor})`.execute(worker);
    await sql`
      insert into leak_case_events (property_id, place, cause, kind, at, about_at, assignee, vendor, made_by, made_at)
      values (${propertyId}, ${place}, 'toilet leak', 'assigned', ${begun}, ${begun}, ${assignee}, ${vendor}, ${before},
        ${begun})`.execute(worker);
  }
  const after = it.fresh();
  const changed = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${member.id}`, { email: after });
  expect(changed.status).toBe(200);
  for (const table of ["leak_cases", "leak_case_events"]) {
    const found = await sql<{ assignee: string }>`
      select assignee from ${sql.table(table)} where property_id = ${propertyId} order by place`.execute(worker);
    expect(found.rows.map(({ assignee }) => assignee)).toEqual([after, other, before]);
  }
});

test.each(["archived", "elsewhere"])(
  "keeps an assigned property that is %s unless the properties change",
  async (where) => {
    const [one = 0, two = 0] = it.north.propertyIds;
    const member = await it.someone({ memberships: [{ ...it.northMember, propertyIds: [one, two] }] });
    const url = `${usersOf(it.north.id)}/${member.id}`;
    const set = (hidden: boolean) =>
      site.connections.worker
        .updateTable("properties")
        .set(
          where === "archived"
            ? { archived_at: hidden ? new Date(site.clock.now) : null }
            : { organization_id: hidden ? it.south.id : it.north.id },
        )
        .where("id", "=", two)
        .execute();
    const seen = async () => (await site.scope(member.cookie))?.propertyIds;
    await set(true);
    // A form sends the properties that it shows.
    const shown = { permissions: [ASSET, PROPERTY], assigned_properties: [one] };
    expect((await it.call(admin, "PATCH", url, shown)).status).toBe(200);
    expect(await seen()).toEqual([one]);
    await set(false);
    expect(await seen()).toEqual([one, two]);
    await it.call(admin, "PATCH", url, { assigned_properties: [one] });
    await set(true);
    await set(false);
    expect(await seen()).toEqual([one]);
  },
);

test("staff who become organization users lose their organizations, and get all permissions by default", async () => {
  const made = await it.account({ staffRole: "ION staff", staffOrganizationIds: [it.north.id, it.south.id] });
  const incomplete = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${made.id}`, {
    organization_id: it.north.id,
  });
  expect(incomplete.json).toMatchObject({ status: 422, role: ["Role is required"] });
  const { json } = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${made.id}`, {
    role: 4,
    organization_id: it.north.id,
    assigned_properties: it.north.propertyIds,
  });
  expect(json).toMatchObject({ is_staff: false, permissions: [{ name: ASSET }, { name: PROPERTY }] });
  expect(names(json.assigned_organizations)).toEqual(["North"]);
});

test("users who become staff lose all their organizations and properties", async () => {
  const made = await it.account({ memberships: [it.northMember, it.southMember] });
  const { json } = await it.call(staff, "PATCH", `${STAFF_USERS}/staff/${made.id}`, {
    role: 2,
    assigned_organizations: [it.south.id],
  });
  expect(json).toMatchObject({
    is_staff: true,
    memberships: [],
    assigned_properties: [],
    permissions: [{ name: ASSET }, { name: PROPERTY }],
  });
  expect(names(json.assigned_organizations)).toEqual(["South"]);
  const record = await recordOf(site, made.id);
  expect(record.map((entry) => entry.organization_id).toSorted()).toEqual([it.north.id, it.south.id, null].toSorted());
});

test("replaces the only organization; of several, changes the one named", async () => {
  const one = await it.account({ memberships: [it.northMember] });
  const move = { organization_id: it.south.id };
  const bare = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${one.id}`, move);
  expect(bare.json.assigned_properties).toEqual(["At least one property is required"]);
  const moved = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${one.id}`, {
    ...move,
    assigned_properties: it.south.propertyIds,
  });
  expect(names(moved.json.assigned_organizations)).toEqual(["South"]);
  expect(names(moved.json.assigned_properties)).toEqual(["S1"]);

  const two = await it.account({ memberships: [it.northMember, it.southMember] });
  const unnamed = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${two.id}`, { role: 3 });
  expect(unnamed.status).toBe(422);
  expect(unnamed.json.organization_id).toHaveLength(1);
  const { json } = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${two.id}`, { role: 3, ...move });
  expect(
    json.memberships.map((one: { organization: { name: string }; role: { id: number } }) => [
      one.organization.name,
      one.role.id,
    ]),
  ).toEqual([
    ["North", 4],
    ["South", 3],
  ]);
});

// Covers people-1
test("adds an organization to an existing account", async () => {
  const made = await it.account({ memberships: [it.northMember] });
  const url = `${STAFF_USERS}/external/${made.id}/memberships`;
  const body = {
    organization_id: it.south.id,
    role: 3,
    permissions: [ASSET],
    assigned_properties: it.south.propertyIds,
  };
  const { status, json } = await it.call(staff, "POST", url, body);
  expect(status).toBe(201);
  expect(names(json.assigned_organizations)).toEqual(["North", "South"]);
  expect((await it.call(staff, "POST", url, body)).json.code).toBe("conflict");
  expect(await recordOf(site, made.id)).toMatchObject([
    { action: "user.add_membership", organization_id: it.south.id },
  ]);
  const own = await it.call(admin, "GET", `${usersOf(it.north.id)}?search=${made.email}`);
  expect(own.text).not.toContain("South");
  expect(own.text).not.toContain("S1");
});

test("a new email revokes earlier links, and invites a user without a password again", async () => {
  const { json: made } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth());
  const email = it.fresh();
  const changed = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, { email });
  expect(changed.json.email).toBe(email);
  expect(site.mails.map((mail) => mail.to)).toEqual([made.email, email]);
  const links = await site.connections.accounts
    .selectFrom("account_links")
    .select("token_hash")
    .where("user_id", "=", made.id)
    .execute();
  const hashes = site.mails.map(({ text }) => hashToken(/token=([\w-]+)/.exec(text)?.[1] ?? ""));
  expect(hashes.map((hash) => links.some((link) => link.token_hash.equals(hash)))).toEqual([false, true]);
  const taken = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, { email: staff.email });
  expect([taken.status, taken.json.email]).toEqual([
    409,
    ["An account is already registered with this email address."],
  ]);
});

test("an admin can neither rename a shared account, nor take over one with more permissions", async () => {
  const shared = await it.account({ memberships: [it.northMember, it.southMember] });
  for (const change of [{ email: it.fresh() }, { first_name: "Eve" }, { business_title: "Boss" }]) {
    const answer = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${shared.id}`, change);
    expect(answer.status).toBe(403);
    expect(answer.json).toHaveProperty(Object.keys(change)[0] ?? "");
  }
  const rights = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${shared.id}`, { role: 3 });
  expect(rights.status).toBe(200);

  const less = await it.someone({ memberships: [{ ...it.northAdmin, permissions: [PROPERTY] }] });
  const more = await it.account({ memberships: [{ ...it.northMember, permissions: [ASSET] }] });
  const takeOver = await it.call(less, "PATCH", `${usersOf(it.north.id)}/${more.id}`, { email: it.fresh() });
  expect(takeOver.status).toBe(403);
  const renamed = await it.call(less, "PATCH", `${usersOf(it.north.id)}/${more.id}`, { first_name: "Max" });
  expect(renamed.status).toBe(200);
  expect((await it.row(more.id)).email).toBe(more.email);
});

test("rejects editing an account with more than one role, by any call", async () => {
  const mixed = await it.account({ staffRole: "ION staff", memberships: [it.northMember] });
  const access = {
    organization_id: it.south.id,
    role: 4,
    permissions: [ASSET],
    assigned_properties: it.south.propertyIds,
  };
  for (const [who, method, url, body] of [
    [admin, "PATCH", `${usersOf(it.north.id)}/${mixed.id}`, { role: 3 }],
    [admin, "PATCH", `${usersOf(it.north.id)}/${mixed.id}`, { first_name: "Eve" }],
    [staff, "PATCH", `${STAFF_USERS}/external/${mixed.id}`, { role: 3 }],
    [staff, "PATCH", `${STAFF_USERS}/staff/${mixed.id}`, { role: 1, assigned_organizations: [it.north.id] }],
    [staff, "POST", `${STAFF_USERS}/external/${mixed.id}/memberships`, access],
  ] as const) {
    expect((await it.call(who, method, url, body)).json.code).toBe("several_roles");
  }
  const listed = await it.call(staff, "GET", `${STAFF_USERS}?search=${mixed.email}`);
  expect(listed.json.results).toMatchObject([{ id: mixed.id, is_read_only: true, roles: [{ id: 2 }, { id: 4 }] }]);
  expect(await recordOf(site, mixed.id)).toEqual([]);
});

test("serializes concurrent changes of one user", async () => {
  const made = await it.account({ memberships: [it.northMember] });
  const url = `${usersOf(it.north.id)}/${made.id}`;
  const changes = [{ first_name: "Max" }, { last_name: "May" }, { business_title: "Boss" }, { role: 3 }];
  const answers = await Promise.all(changes.map((change) => it.call(admin, "PATCH", url, change)));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  const { json } = await it.call(admin, "GET", `${usersOf(it.north.id)}?search=${made.email}`);
  expect(json.results).toMatchObject([
    { first_name: "Max", last_name: "May", business_title: "Boss", roles: [{ id: 3 }] },
  ]);
});

// Covers people-5
test("an admin of two organizations manages the active one", async () => {
  const both = await it.someone({ memberships: [it.northAdmin, it.southAdmin] });
  const status = async (organizationId: number, acting: number) =>
    (
      await it.call(both, "GET", usersOf(organizationId), undefined, {
        "x-current-organization-id": String(acting),
      })
    ).status;
  expect(await status(it.south.id, it.south.id)).toBe(200);
  expect(await status(it.north.id, it.north.id)).toBe(200);
  expect(await status(it.south.id, it.north.id)).toBe(404);
});
