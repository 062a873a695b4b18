import { expect, test } from "vitest";
import { ASSET, names, PROPERTY, recordOf, STAFF_USERS, usersOf, usersSiteOfFile } from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin, north, south } = it;
const east = await it.makeOrganization("East", ["E1"]);

const EXTERNAL = `${STAFF_USERS}/external`;
const inNorth = { organization_id: north.id, role: 4, permissions: [PROPERTY], assigned_properties: north.propertyIds };
const inSouth = { organization_id: south.id, role: 4, permissions: [PROPERTY], assigned_properties: south.propertyIds };
const inEast = { organization_id: east.id, role: 4, permissions: [PROPERTY], assigned_properties: east.propertyIds };

const tokenIn = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1];
const accept = async (token: string | undefined) => {
  const payload = { token, password: "Quiet-Valves-7!" };
  return (await site.app.inject({ method: "POST", url: "/v1/invitation", payload })).statusCode;
};
const change = (id: number, body: object, who = staff) => it.call(who, "PATCH", `${EXTERNAL}/${id}`, body);
const found = async (email: string) =>
  (await it.call(staff, "GET", `${STAFF_USERS}?search=${encodeURIComponent(email)}`)).json.results[0];

// Covers users-12
test("creates a user in two organizations with separate permissions, and mails one invitation", async () => {
  const email = it.fresh();
  const further = { ...inSouth, role: 3, permissions: [ASSET] };
  const { status, json } = await it.call(staff, "POST", EXTERNAL, {
    email,
    ...inNorth,
    further_memberships: [further],
  });
  expect([status, names(json.assigned_organizations)]).toEqual([201, ["North", "South"]]);
  expect(json.memberships).toMatchObject([
    { organization: { name: "North" }, role: { id: 4 }, permissions: [{ name: PROPERTY }] },
    { organization: { name: "South" }, role: { id: 3 }, permissions: [{ name: ASSET }] },
  ]);
  expect(site.mails.map(({ to }) => to)).toEqual([email]);
  expect(await accept(tokenIn(site.mails[0]?.text))).toBe(201);
  const record = await recordOf(site, json.id);
  expect(record.map(({ action, organization_id }) => [action, organization_id])).toEqual([
    ["user.create", north.id],
    ["user.create", south.id],
  ]);
});

test.each([
  [
    "a property of another organization",
    { ...inSouth, assigned_properties: north.propertyIds },
    "assigned_properties",
    "There is no such property.",
  ],
  [
    "an organization that does not exist",
    { ...inSouth, organization_id: 999_000 },
    "organization_id",
    "There is no such organization.",
  ],
])("creates no user and sends no mail with %s in the second organization", async (_title, further, field, text) => {
  const email = it.fresh();
  const { status, json } = await it.call(staff, "POST", EXTERNAL, {
    email,
    ...inNorth,
    further_memberships: [further],
  });
  expect([status, json[`memberships.${further.organization_id}.${field}`]]).toEqual([422, [text]]);
  expect([await found(email), site.mails]).toEqual([undefined, []]);
});

test("rejects duplicate organizations, and requires permissions for each", async () => {
  const send = async (further: object) =>
    (await it.call(staff, "POST", EXTERNAL, { email: it.fresh(), ...inNorth, further_memberships: [further] })).json;
  expect((await send(inNorth)).further_memberships).toEqual(["Each organization is named once."]);
  const bare = await send({ organization_id: south.id, permissions: [], assigned_properties: [] });
  expect(bare).toMatchObject({
    "further_memberships.role": ["Role is required"],
    "further_memberships.permissions": ["At least one permission is required"],
    "further_memberships.assigned_properties": ["At least one property is required"],
  });
  const { id } = await it.account({ memberships: [it.northMember] });
  expect((await change(id, { memberships: [inSouth, inSouth] })).json.memberships).toEqual([
    "Each organization is named once.",
  ]);
  expect((await change(id, { memberships: [] })).json.memberships).toEqual(["At least one organization is required"]);
  expect((await change(id, { memberships: [inSouth], role: 3 })).json.memberships).toHaveLength(1);
});

// Covers people-1
test("adds an organization, changes another and removes a third in one change", async () => {
  const { id, email } = await it.account({ memberships: [it.northMember, it.southMember] });
  const { modified_at } = await found(email);
  const memberships = [{ ...inNorth, permissions: [ASSET] }, inEast];
  const { status, json } = await change(id, { first_name: "Ann", memberships, expected_modified_at: modified_at });
  expect([status, json.first_name, names(json.assigned_organizations)]).toEqual([200, "Ann", ["East", "North"]]);
  expect(json.memberships[1]).toMatchObject({ permissions: [{ name: ASSET }] });
  const record = await recordOf(site, id);
  expect(record.map(({ organization_id }) => organization_id).toSorted()).toEqual(
    [north.id, south.id, east.id].toSorted(),
  );
  expect(site.mails, "who can sign in is mailed nothing").toEqual([]);
  const late = await change(id, { memberships: [inNorth], expected_modified_at: modified_at });
  expect([late.status, late.json.code]).toEqual([409, "changed_meanwhile"]);
});

test("adds and removes organizations of a user whose properties in another one are all archived", async () => {
  const { id } = await it.account({ memberships: [{ ...it.southMember, propertyIds: south.propertyIds }] });
  const archive = (at: Date | null) =>
    site.connections.worker
      .updateTable("properties")
      .set({ archived_at: at })
      .where("id", "in", south.propertyIds)
      .execute();
  await archive(new Date());
  const asShown = { ...inSouth, assigned_properties: [] };
  for (const memberships of [[asShown, inNorth], [asShown]]) {
    const { status, text } = await change(id, { memberships });
    expect(status, text).toBe(200);
  }
  const { status, json } = await change(id, { memberships: [asShown, { ...inNorth, assigned_properties: [] }] });
  const none = ["At least one property is required"];
  expect([status, json[`memberships.${north.id}.assigned_properties`]]).toEqual([422, none]);
  await archive(null);
  expect((await change(id, { memberships: [asShown] })).status).toBe(422);
  expect((await change(id, { first_name: "Ann" })).json.assigned_properties).toHaveLength(south.propertyIds.length);
});

// Covers users-11
test("saves nothing when one organization's part is rejected", async () => {
  const { id, email } = await it.account({ memberships: [it.northMember] });
  const before = await found(email);
  const wrong = { ...inSouth, assigned_properties: east.propertyIds };
  const { status, json } = await change(id, { first_name: "Eve", memberships: [inEast, wrong] });
  expect([status, json[`memberships.${south.id}.assigned_properties`]]).toEqual([422, ["There is no such property."]]);
  expect(await found(email)).toEqual(before);

  const lone = await it.makeOrganization("Lone", ["L1"]);
  const both = { ...it.northMember, organizationId: lone.id, role: "organization admin" as const, propertyIds: [] };
  const last = await it.account({ memberships: [it.northMember, both] });
  const rejected = await change(last.id, { first_name: "Eve", memberships: [inNorth, inSouth] });
  expect([rejected.status, rejected.json.code]).toEqual([409, "last_admin"]);
  expect(await found(last.email)).toMatchObject({ first_name: "Pat" });
  expect(names((await found(last.email)).assigned_organizations)).toEqual(["Lone", "North"]);
});

test("staff of one organization neither see, change nor infer memberships in another", async () => {
  const some = await it.someone({ staffRole: "ION staff", staffOrganizationIds: [north.id, east.id] });
  const { id, email } = await it.account({ memberships: [it.northMember, it.southMember] });
  const hidden = { ...inSouth, assigned_properties: it.southMember.propertyIds };
  const { status, json, text } = await change(id, { memberships: [inNorth, inEast] }, some);
  expect([status, names(json.assigned_organizations)]).toEqual([200, ["East", "North"]]);
  expect(text).not.toMatch(/South|S1/);
  expect(names((await found(email)).assigned_organizations)).toEqual(["East", "North", "South"]);
  // As it is there, otherwise, and where they are not: the same answer.
  const other = await it.account({ memberships: [it.northMember] });
  const answers = [
    await change(id, { memberships: [inNorth, hidden] }, some),
    await change(id, { memberships: [inNorth, { ...hidden, role: 3 }] }, some),
    await change(other.id, { memberships: [inNorth, hidden] }, some),
  ];
  for (const answer of answers) {
    expect([answer.status, answer.json.organization_id]).toEqual([422, ["There is no such organization."]]);
  }
  // The same of the change that names one organization.
  const single = await it.account({ memberships: [it.northMember, it.southMember] });
  const moved = await change(single.id, hidden, some);
  expect([moved.status, moved.json.organization_id]).toEqual([422, ["There is no such organization."]]);
  expect(names((await found(single.email)).assigned_organizations)).toEqual(["North", "South"]);
});

test("rejects granting permissions in a further organization that the caller lacks", async () => {
  const both = [north.id, south.id];
  const some = await it.someone({ staffRole: "ION staff", staffOrganizationIds: both });
  await site.connections.accounts
    .updateTable("users")
    .set({ staff_permissions: [PROPERTY] })
    .where("id", "=", some.id)
    .execute();
  const further = { ...inSouth, permissions: [ASSET] };
  const email = it.fresh();
  const rejected = await it.call(some, "POST", EXTERNAL, { email, ...inNorth, further_memberships: [further] });
  const text = ["You cannot grant a permission that you do not have."];
  expect([rejected.status, rejected.json[`memberships.${south.id}.permissions`]]).toEqual([403, text]);
  const { id } = await it.account({ memberships: [it.northMember] });
  expect((await change(id, { memberships: [inNorth, further] }, some)).status).toBe(403);
  expect((await it.call(admin, "PATCH", `${EXTERNAL}/${id}`, { memberships: [inNorth] })).status).toBe(403);
});

// Covers users-12
test("keeps a mailed invitation when an organization is added, without another mail", async () => {
  for (const add of [
    (id: number) => it.call(staff, "POST", `${EXTERNAL}/${id}/memberships`, inSouth),
    (id: number) => change(id, { memberships: [inNorth, inSouth] }),
  ]) {
    site.mails.length = 0;
    const { json } = await it.call(admin, "POST", usersOf(north.id), it.inNorth());
    const { expires_at } = json.invitation;
    const added = await add(json.id);
    expect([added.status < 300, added.json.invitation_link]).toEqual([true, null]);
    expect(added.json.invitation).toEqual({ is_expired: false, expires_at });
    expect(names(added.json.assigned_organizations)).toEqual(["North", "South"]);
    expect(site.mails.map(({ to }) => to)).toEqual([json.email]);
    expect(await accept(tokenIn(site.mails[0]?.text))).toBe(201);
  }
});

test("sends a waiting invitation once, and an expired one again", async () => {
  site.mailServer.isBroken = true;
  const { json } = await it.call(admin, "POST", usersOf(north.id), it.inNorth());
  await change(json.id, { memberships: [inNorth, inSouth] });
  site.mailServer.isBroken = false;
  site.clock.now += 60 * 60_000;
  await site.settled();
  expect(site.mails.map(({ to }) => to)).toEqual([json.email]);
  expect(await accept(tokenIn(site.mails[0]?.text))).toBe(201);

  site.mails.length = 0;
  const cookie = await site.signedIn(staff.email);
  const late = await it.call({ cookie }, "POST", EXTERNAL, { email: it.fresh(), ...inNorth });
  site.clock.now += 8 * 24 * 60 * 60_000;
  const later = await site.signedIn(staff.email);
  await it.call({ cookie: later }, "PATCH", `${EXTERNAL}/${late.json.id}`, { memberships: [inNorth, inSouth] });
  expect(site.mails.map(({ to }) => to)).toEqual([late.json.email, late.json.email]);
  expect(await accept(tokenIn(site.mails[1]?.text))).toBe(201);
});
