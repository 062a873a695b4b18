import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TestSite } from "../testing/test-site.ts";
import { ASSET, openUsersSite, PROPERTY, recordOf, type Someone, STAFF_USERS, usersOf } from "./testing/users-site.ts";

let it: Awaited<ReturnType<typeof openUsersSite>>;
let site: TestSite;
let staff: Someone;
let admin: Someone;

beforeAll(async () => {
  it = await openUsersSite();
  site = it.site;
  staff = await it.someone({ staffRole: "IONAdmin" });
  admin = await it.someone({ memberships: [it.northAdmin] });
});
afterAll(() => site?.close());
beforeEach(() => {
  site.mails.length = 0;
  Object.assign(site.mailServer, { canSend: true, isBroken: false });
});

let count = 0;
const fresh = () => {
  count += 1;
  return `new${count}@example.com`;
};
const inNorth = (more: object = {}) => ({
  email: fresh(),
  role: 4,
  permissions: [PROPERTY],
  assigned_properties: it.north.propertyIds,
  ...more,
});
const names = (rows: { name: string }[]) => rows.map((row) => row.name);
const row = (id: number) =>
  site.connections.accounts.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("what may be given", () => {
  test("an IONAdmin gives every role, an organization's admin those in it with their own permissions, a member none", async () => {
    const enums = async (who: Someone) => (await it.call(who, "GET", "/v1/admin/enums")).json.results;
    expect(await enums(staff)).toEqual({
      roles: [
        { id: 1, name: "IONAdmin", is_staff: true },
        { id: 2, name: "ION staff", is_staff: true },
        { id: 3, name: "organization admin", is_staff: false },
        { id: 4, name: "organization member", is_staff: false },
      ],
      permissions: [
        { id: 1, name: ASSET },
        { id: 2, name: PROPERTY },
      ],
    });
    const less = await it.someone({ memberships: [{ ...it.northAdmin, permissions: [PROPERTY] }] });
    const given = await enums(less);
    expect(names(given.roles)).toEqual(["organization admin", "organization member"]);
    expect(names(given.permissions)).toEqual([PROPERTY]);
    const other = await it.someone({ staffRole: "ION staff", staffOrganizationIds: [it.north.id] });
    expect(names((await enums(other)).roles)).toEqual(["organization admin", "organization member"]);
    const member = await it.someone({ memberships: [it.northMember] });
    expect(await enums(member)).toEqual({ roles: [], permissions: [] });
  });
});

describe("creating", () => {
  test("an organization's admin creates a member, who is mailed a link to choose a password", async () => {
    const body = inNorth({
      first_name: "Ann",
      last_name: "Lee",
      business_title: "Manager",
      email: "Ann.Lee@Example.com",
    });
    const { status, json } = await it.call(admin, "POST", usersOf(it.north.id), body);
    expect(status).toBe(201);
    const organization = { id: it.north.id, name: "North" };
    const role = { id: 4, name: "organization member", is_staff: false };
    const assigned_properties = it.north.propertyIds.map((id, at) => ({ id, name: `N${at + 1}` }));
    expect(json).toEqual({
      id: expect.any(Number),
      email: "ann.lee@example.com",
      first_name: "Ann",
      last_name: "Lee",
      username: "ann.lee@example.com",
      business_title: "Manager",
      roles: [role],
      permissions: [{ name: PROPERTY }],
      assigned_organizations: [organization],
      assigned_properties,
      memberships: [{ organization, role, permissions: [{ name: PROPERTY }], assigned_properties }],
      last_login: null,
      modified_at: new Date(site.clock.now).toISOString(),
      is_staff: false,
      is_read_only: false,
      invitation_link: null,
    });
    expect(site.mails).toEqual([
      expect.objectContaining({
        to: "ann.lee@example.com",
        text: expect.stringContaining("http://localhost:4000/invitation#token="),
      }),
    ]);
    expect(await recordOf(site, json.id)).toEqual([
      {
        action: "user.create",
        actor: admin.email,
        organization_id: it.north.id,
        before: null,
        after: expect.objectContaining({ email: "ann.lee@example.com", role: "organization member" }),
      },
    ]);
  });

  test.for([
    { canSend: false, isBroken: false },
    { canSend: true, isBroken: true },
  ])("where no mail goes out, whoever invites gets the link: %o", async (mailServer) => {
    Object.assign(site.mailServer, mailServer);
    const { status, json } = await it.call(admin, "POST", usersOf(it.north.id), inNorth());
    expect(status).toBe(201);
    expect(json.invitation_link).toMatch(/^http:\/\/localhost:4000\/invitation#token=[\w-]{43}$/);
    const token = json.invitation_link.split("token=")[1];
    expect(JSON.stringify(await recordOf(site, json.id))).not.toContain(token);
  });

  test("IONAdmins create staff", async () => {
    const body = { email: fresh(), role: 2, permissions: [ASSET], assigned_organizations: [it.south.id, it.north.id] };
    const { status, json } = await it.call(staff, "POST", `${STAFF_USERS}/staff`, body);
    expect(status).toBe(201);
    expect(json).toMatchObject({ is_staff: true, memberships: [], assigned_properties: [] });
    expect(json.roles).toEqual([{ id: 2, name: "ION staff", is_staff: true }]);
    expect(names(json.assigned_organizations)).toEqual(["North", "South"]);
    expect(await recordOf(site, json.id)).toMatchObject([{ action: "user.create", organization_id: null }]);
  });

  test("an e-mail that is taken, in whatever case, is answered with an email field and nothing is made", async () => {
    const before = await site.connections.accounts.selectFrom("users").select("id").execute();
    for (const [who, url, more] of [
      [admin, usersOf(it.north.id), {}],
      [staff, `${STAFF_USERS}/external`, { organization_id: it.north.id }],
    ] as const) {
      const { status, json } = await it.call(who, "POST", url, inNorth({ email: staff.email.toUpperCase(), ...more }));
      expect(status).toBe(409);
      expect(json.email).toEqual(["An account is already registered with this email address."]);
      expect(json.title).toBe("Account Already Exists!");
    }
    expect(await site.connections.accounts.selectFrom("users").select("id").execute()).toEqual(before);
    expect(site.mails).toEqual([]);
  });

  test("what is missing or wrong is told under its field", async () => {
    const empty = await it.call(staff, "POST", `${STAFF_USERS}/external`, {});
    expect(empty.status).toBe(422);
    expect(empty.json).toMatchObject({
      role: ["Role is required"],
      email: ["Invalid email format"],
      permissions: ["At least one permission is required"],
      organization_id: ["At least one organization is required"],
      assigned_properties: ["At least one property is required"],
    });
    const wrong = {
      email: "ann at example.com",
      role: null,
      business_title: "x".repeat(81),
      permissions: [],
      assigned_organizations: [],
    };
    const answer = await it.call(staff, "POST", `${STAFF_USERS}/staff`, wrong);
    expect(answer.json).toMatchObject({
      status: 422,
      email: ["Invalid email format"],
      role: ["Role is required"],
      business_title: ["Business title must be less than 80 characters"],
      permissions: ["At least one permission is required"],
      assigned_organizations: ["At least one organization is required"],
    });
    for (const [field, value] of [
      ["role", 1],
      ["role", "4"],
      ["permissions", ["reporting.everything"]],
      ["assigned_properties", []],
      ["assigned_properties", [String(it.north.propertyIds[0])]],
      ["assigned_properties", [it.south.propertyIds[0]]],
      ["assigned_properties", [999_999]],
      ["assigned_organizations", [it.south.id]],
      ["nickname", "Annie"],
      ["email", `${"x".repeat(250)}@example.com`],
    ] as const) {
      const { status, json } = await it.call(admin, "POST", usersOf(it.north.id), inNorth({ [field]: value }));
      expect([field, status]).toEqual([field, 422]);
      expect(json[field]).toHaveLength(1);
    }
    const title = await it.call(admin, "POST", usersOf(it.north.id), inNorth({ business_title: "x".repeat(80) }));
    expect(title.status).toBe(201);
  });

  test("a property of another organization looks like one that does not exist", async () => {
    const ask = async (id: number | undefined) => {
      const { json } = await it.call(admin, "POST", usersOf(it.north.id), inNorth({ assigned_properties: [id] }));
      return { ...json, request_id: "" };
    };
    expect(await ask(it.south.propertyIds[0])).toEqual(await ask(999_999));
  });
});

describe("changing", () => {
  test("only what is told changes", async () => {
    const { json: made } = await it.call(admin, "POST", usersOf(it.north.id), inNorth({ first_name: "Ann" }));
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

  test("staff who become users of an organization lose their organizations, and get all permissions unless told", async () => {
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
    expect(record.map((entry) => entry.organization_id).toSorted()).toEqual(
      [it.north.id, it.south.id, null].toSorted(),
    );
  });

  test("another organization takes the place of the only one; of several the one named is changed", async () => {
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

  test("a further organization for an account that exists", async () => {
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

  test("a new e-mail makes earlier links worthless, and invites again who has no password", async () => {
    const { json: made } = await it.call(admin, "POST", usersOf(it.north.id), inNorth());
    const email = fresh();
    const changed = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, { email });
    expect(changed.json.email).toBe(email);
    expect(site.mails.map((mail) => mail.to)).toEqual([made.email, email]);
    const links = await site.connections.accounts
      .selectFrom("account_links")
      .select("token_hash")
      .where("user_id", "=", made.id)
      .execute();
    expect(links).toHaveLength(1);
    const taken = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${made.id}`, { email: staff.email });
    expect([taken.status, taken.json.email]).toEqual([
      409,
      ["An account is already registered with this email address."],
    ]);
  });

  test("an admin neither renames an account for other organizations, nor takes over one that may more", async () => {
    const shared = await it.account({ memberships: [it.northMember, it.southMember] });
    for (const change of [{ email: fresh() }, { first_name: "Eve" }, { business_title: "Boss" }]) {
      const answer = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${shared.id}`, change);
      expect(answer.status).toBe(403);
      expect(answer.json).toHaveProperty(Object.keys(change)[0] ?? "");
    }
    const rights = await it.call(admin, "PATCH", `${usersOf(it.north.id)}/${shared.id}`, { role: 3 });
    expect(rights.status).toBe(200);

    const less = await it.someone({ memberships: [{ ...it.northAdmin, permissions: [PROPERTY] }] });
    const more = await it.account({ memberships: [{ ...it.northMember, permissions: [ASSET] }] });
    const takeOver = await it.call(less, "PATCH", `${usersOf(it.north.id)}/${more.id}`, { email: fresh() });
    expect(takeOver.status).toBe(403);
    const renamed = await it.call(less, "PATCH", `${usersOf(it.north.id)}/${more.id}`, { first_name: "Max" });
    expect(renamed.status).toBe(200);
    expect((await row(more.id)).email).toBe(more.email);
  });

  test("more than one role: nobody edits the account, by no call", async () => {
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
});

describe("removing", () => {
  test("an organization's admin revokes access: one organization goes, the account and its other ones stay", async () => {
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

  test("staff delete an account: its sessions end, its e-mail is free and the next one with it can come in", async () => {
    const made = await it.someone({ memberships: [it.northMember] });
    expect((await it.call(staff, "DELETE", `${STAFF_USERS}/staff/${made.id}`)).status).toBe(404);
    expect((await it.call(staff, "DELETE", `${STAFF_USERS}/external/${made.id}`)).json).toEqual({ deleted: true });
    expect(await site.scope(made.cookie)).toBeNull();
    const kept = await row(made.id);
    expect(kept.deleted_at).toEqual(new Date(site.clock.now));
    const sessions = await site.connections.accountsPool.query("select from sessions where user_id = $1", [made.id]);
    expect(sessions.rowCount).toBe(0);
    expect(await recordOf(site, made.id)).toMatchObject([{ action: "user.delete", before: { email: made.email } }]);
    expect((await it.call(staff, "DELETE", `${STAFF_USERS}/external/${made.id}`)).status).toBe(404);
    expect((await it.call(staff, "PATCH", `${STAFF_USERS}/external/${made.id}`, { role: 3 })).status).toBe(404);

    const { json } = await it.call(admin, "POST", usersOf(it.north.id), inNorth({ email: made.email }));
    const token = site.mails[0]?.text.match(/token=([\w-]+)/)?.[1];
    const accepted = await site.app.inject({
      method: "POST",
      url: "/v1/invitation",
      payload: { token, password: "Quiet-Valves-7!", first_name: "Ann", last_name: "Lee" },
    });
    expect(accepted.statusCode).toBeLessThan(300);
    expect(await site.scope(await site.signedIn(made.email))).toMatchObject({ userId: json.id });
  });

  test("nobody removes themselves", async () => {
    await it.account({ staffRole: "IONAdmin" });
    const other = await it.someone({ memberships: [it.northAdmin] });
    expect((await it.call(other, "DELETE", `${usersOf(it.north.id)}/${other.id}`)).json.code).toBe("own_account");
    expect((await it.call(staff, "DELETE", `${STAFF_USERS}/staff/${staff.id}`)).json.code).toBe("own_account");
    expect(await site.scope(staff.cookie)).not.toBeNull();
    expect(await site.scope(other.cookie)).not.toBeNull();
  });

  test("the last admin of an organization stays, also when two go at once", async () => {
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
    const more = await Promise.all([
      it.account({ memberships: [eastAdmin] }),
      it.account({ memberships: [eastAdmin] }),
    ]);
    const answers = await Promise.all(
      [last, ...more].map(({ id }) => it.call(staff, "DELETE", `${STAFF_USERS}/external/${id}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409]);
  });

  test("the last IONAdmin who can sign in stays, whoever else is invited", async () => {
    const alone = await openUsersSite();
    try {
      const first = await alone.someone({ staffRole: "IONAdmin" });
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
});
