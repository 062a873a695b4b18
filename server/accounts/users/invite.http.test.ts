import { expect, onTestFinished, test } from "vitest";
import { DAY_MS } from "../../time/durations.ts";
import {
  ASSET,
  openUsersSite,
  PROPERTY,
  recordOf,
  type Someone,
  STAFF_USERS,
  usersOf,
  usersSiteOfFile,
} from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin, north } = it;

const invited = async (more: object = {}): Promise<{ id: number; email: string }> =>
  (await it.call(admin, "POST", usersOf(north.id), it.inNorth(more))).json;
const inviteAgain = (who: Someone, id: number, url = usersOf(north.id)) =>
  it.call(who, "POST", `${url}/${id}/invitation`);
const tokenOf = (mail: { text: string } | undefined) => /token=([\w-]+)/.exec(mail?.text ?? "")?.[1];
const accept = (token: string | undefined) =>
  site.app.inject({
    method: "POST",
    url: "/v1/invitation",
    payload: { token, password: "Quiet-Valves-7!" },
  });

test("a new link replaces the previous one, and is logged", async () => {
  const { id, email } = await invited();
  const { status, json } = await inviteAgain(admin, id);
  expect([status, json.invitation_link, json.email]).toEqual([201, null, email]);
  const [first, second] = site.mails.map(tokenOf);
  expect(site.mails.map(({ to }) => to)).toEqual([email, email]);
  expect((await accept(first)).statusCode).toBe(403);
  expect((await accept(second)).statusCode).toBe(201);
  expect(await recordOf(site, id)).toMatchObject([
    { action: "user.create" },
    { action: "user.invite", organization_id: north.id, actor: admin.email, before: null, after: { email } },
  ]);
});

test("shows the link of a repeated invitation where no mail is sent", async () => {
  const { id } = await invited();
  site.mailServer.canSend = false;
  const { json } = await inviteAgain(staff, id, `${STAFF_USERS}/external`);
  const [, token] = json.invitation_link.split("token=");
  expect((await accept(token)).statusCode).toBe(201);
});

test("does not invite a user who has a password", async () => {
  const member = await it.account({ memberships: [it.northMember] });
  const { status, json } = await inviteAgain(admin, member.id);
  expect([status, json.code]).toEqual([409, "conflict"]);
  expect(site.mails).toEqual([]);
});

test("rejects inviting users outside of one's management or with more permissions", async () => {
  const less = await it.someone({ memberships: [{ ...it.northAdmin, permissions: [PROPERTY] }] });
  const southern = await it.someone({ memberships: [it.southAdmin] });
  const member = await it.someone({ memberships: [it.northMember] });
  const other = await it.someone({ staffRole: "ION staff", staffOrganizationIds: [north.id] });
  const { id } = await invited({ permissions: [ASSET, PROPERTY] });
  const { json: colleague } = await it.call(staff, "POST", `${STAFF_USERS}/staff`, {
    email: it.fresh(),
    role: 1,
    permissions: [ASSET],
    assigned_organizations: [north.id],
  });
  const both = await invited();
  const further = { organization_id: it.south.id, role: 4, permissions: [PROPERTY] };
  const assigned_properties = it.south.propertyIds;
  await it.call(staff, "POST", `${STAFF_USERS}/external/${both.id}/memberships`, { ...further, assigned_properties });
  site.mails.length = 0;
  const statuses = {
    less: (await inviteAgain(less, id)).status,
    member: (await inviteAgain(member, id)).status,
    southern: (await inviteAgain(southern, id)).status,
    "southern, as of the South": (await inviteAgain(southern, id, usersOf(it.south.id))).status,
    "staff by the wrong way": (await inviteAgain(staff, id, `${STAFF_USERS}/staff`)).status,
    "a colleague as a user": (await inviteAgain(staff, colleague.id, `${STAFF_USERS}/external`)).status,
    "a colleague by other staff": (await inviteAgain(other, colleague.id, `${STAFF_USERS}/staff`)).status,
    "one of two organizations": (await inviteAgain(admin, both.id)).status,
  };
  expect(statuses).toEqual({
    less: 403,
    member: 403,
    southern: 404,
    "southern, as of the South": 404,
    "staff by the wrong way": 404,
    "a colleague as a user": 404,
    "a colleague by other staff": 403,
    "one of two organizations": 403,
  });
  expect(site.mails).toEqual([]);
  expect((await inviteAgain(staff, colleague.id, `${STAFF_USERS}/staff`)).status).toBe(201);
  expect((await inviteAgain(other, id, `${STAFF_USERS}/external`)).status).toBe(201);
});

test("lists invitations with their expiry, also expired ones; a new one starts over", async () => {
  // Apart, for the sessions of all others end on the way.
  const { site, admin, north, call, someone, inNorth, northAdmin } = await openUsersSite();
  onTestFinished(() => site.close());
  const { id } = (await call(admin, "POST", usersOf(north.id), inNorth())).json;
  const invitation = async (who: Someone) => {
    const { json } = await call(who, "GET", `${usersOf(north.id)}?page_size=50`);
    return json.results.find((user: { id: number }) => user.id === id).invitation;
  };
  const until = new Date(site.clock.now + 7 * DAY_MS).toISOString();
  expect(await invitation(admin)).toEqual({ is_expired: false, expires_at: until });
  site.clock.now += 7 * DAY_MS;
  const later = await someone({ memberships: [northAdmin] });
  expect(await invitation(later)).toEqual({ is_expired: true, expires_at: until });
  const again = await call(later, "POST", `${usersOf(north.id)}/${id}/invitation`);
  const newUntil = new Date(site.clock.now + 7 * DAY_MS).toISOString();
  expect(again.json.invitation).toEqual({ is_expired: false, expires_at: newUntil });
  const payload = { token: tokenOf(site.mails.at(-1)), password: "Quiet-Valves-7!" };
  await site.app.inject({ method: "POST", url: "/v1/invitation", payload });
  expect(await invitation(later)).toBe(null);
});

test("limits invitations per mailbox without blocking other inviters", async () => {
  const { id } = await invited();
  const statuses: number[] = [];
  for (let i = 0; i < 8; i++) statuses.push((await inviteAgain(admin, id)).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  const other = await invited();
  expect((await inviteAgain(admin, other.id)).status).toBe(201);
  expect((await inviteAgain(staff, id, `${STAFF_USERS}/external`)).status).toBe(201);
});
