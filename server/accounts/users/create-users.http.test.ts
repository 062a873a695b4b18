import { expect, test } from "vitest";
import { DAY_MS } from "../../time/durations.ts";
import {
  ASSET,
  names,
  PROPERTY,
  recordOf,
  type Someone,
  STAFF_USERS,
  usersOf,
  usersSiteOfFile,
} from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin } = it;

// Covers people-4
test("an IONAdmin grants every role, an organization's admin those within their permissions, a member none", async () => {
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

// Covers people-3, calls-16
test("an organization's admin creates a member, who gets a link to choose a password by mail", async () => {
  const body = it.inNorth({
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
    preferences: {
      device_health_thresholds: { healthy: [95, 100], warning: [85, 94], critical: [0, 84] },
      favorites: { cockpit_overview_tiles: ["gbd"], property_overview_tiles: ["gbd"] },
    },
    is_staff: false,
    invitation: { is_expired: false, expires_at: new Date(site.clock.now + 7 * DAY_MS).toISOString() },
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

test("shows the link to the inviter without a mail server", async () => {
  site.mailServer.canSend = false;
  const { status, json } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth());
  expect(status).toBe(201);
  expect(json.invitation_link).toMatch(/^http:\/\/localhost:4000\/invitation#token=[\w-]{43}$/);
  const token = json.invitation_link.split("token=")[1];
  expect(JSON.stringify(await recordOf(site, json.id))).not.toContain(token);
});

// Covers calls-16
test("IONAdmins create staff", async () => {
  const body = { email: it.fresh(), role: 2, permissions: [ASSET], assigned_organizations: [it.south.id, it.north.id] };
  const { status, json } = await it.call(staff, "POST", `${STAFF_USERS}/staff`, body);
  expect(status).toBe(201);
  expect(json).toMatchObject({ is_staff: true, memberships: [], assigned_properties: [] });
  expect(json.roles).toEqual([{ id: 2, name: "ION staff", is_staff: true }]);
  expect(names(json.assigned_organizations)).toEqual(["North", "South"]);
  expect(await recordOf(site, json.id)).toMatchObject([{ action: "user.create", organization_id: null }]);
});

test("rejects a taken email in any case under the email field", async () => {
  const before = await site.connections.accounts.selectFrom("users").select("id").execute();
  for (const [who, url, more] of [
    [admin, usersOf(it.north.id), {}],
    [staff, `${STAFF_USERS}/external`, { organization_id: it.north.id }],
  ] as const) {
    const { status, json } = await it.call(who, "POST", url, it.inNorth({ email: staff.email.toUpperCase(), ...more }));
    expect(status).toBe(409);
    expect(json.email).toEqual(["An account is already registered with this email address."]);
    expect(json.title).toBe("Account Already Exists!");
  }
  expect(await site.connections.accounts.selectFrom("users").select("id").execute()).toEqual(before);
  expect(site.mails).toEqual([]);
});

test("reports missing and invalid values under their fields", async () => {
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
    const { status, json } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth({ [field]: value }));
    expect([field, status]).toEqual([field, 422]);
    expect(json[field]).toHaveLength(1);
  }
  const title = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth({ business_title: "x".repeat(80) }));
  expect(title.status).toBe(201);
});

test("treats a property of another organization as unknown", async () => {
  const ask = async (id: number | undefined) => {
    const { json } = await it.call(admin, "POST", usersOf(it.north.id), it.inNorth({ assigned_properties: [id] }));
    return { ...json, request_id: "" };
  };
  expect(await ask(it.south.propertyIds[0])).toEqual(await ask(999_999));
});

test("staff of an organization create its users within their own permissions", async () => {
  const eve = await it.someone({ staffRole: "ION staff", staffOrganizationIds: [it.south.id] });
  const dan = await it.account({ memberships: [it.southMember] });
  const body = {
    email: it.fresh(),
    role: 3,
    permissions: [ASSET, PROPERTY],
    assigned_properties: it.south.propertyIds,
  };
  const url = `${STAFF_USERS}/external`;
  const made = await it.call(eve, "POST", url, { ...body, organization_id: it.south.id });
  expect(made.status).toBe(201);
  const foreign = await it.call(eve, "POST", url, { ...body, email: it.fresh(), organization_id: it.north.id });
  expect(foreign.json).toMatchObject({ status: 422, organization_id: ["There is no such organization."] });
  const staffUser = { email: it.fresh(), role: 2, permissions: [ASSET], assigned_organizations: [it.south.id] };
  for (const [method, url, payload] of [
    ["POST", `${STAFF_USERS}/staff`, staffUser],
    ["PATCH", `${STAFF_USERS}/staff/${dan.id}`, staffUser],
    ["DELETE", `${STAFF_USERS}/staff/${staff.id}`, undefined],
  ] as const) {
    expect((await it.call(eve, method, url, payload)).status).toBe(403);
  }
});
