import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { TEST_PASSWORD } from "../testing/test-site.ts";
import { ASSET, PROPERTY, STAFF_USERS, usersOf, usersSiteOfFile } from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin, north, south } = it;
const HIJACKED = "Quiet-Hijack-9!";

beforeEach(() => {
  site.mailServer.canSend = false;
});

const startMailing = () => {
  site.mailServer.canSend = true;
  site.mails.length = 0;
};
const tokenIn = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1];
const accept = (token: string | undefined, password: string) =>
  site.app.inject({ method: "POST", url: "/v1/invitation", payload: { token, password } });
const signIn = async (email: string, password: string) =>
  (await site.app.inject({ method: "POST", url: "/v1/session", payload: { email, password } })).statusCode;
const reads = async (cookie: string) => (await site.app.inject({ url: "/v1/me", headers: { cookie } })).statusCode;
const sessionOf = (answer: { cookies: { name: string; value: string }[] }) => {
  const [set] = answer.cookies;
  return `${set?.name}=${encodeURIComponent(set?.value ?? "")}`;
};

/** An account of North whose invitation was shown to the admin there, who used it. */
async function hijacked() {
  const { json } = await it.call(admin, "POST", usersOf(north.id), it.inNorth());
  const answer = await accept(tokenIn(json.invitation_link), HIJACKED);
  expect(answer.statusCode).toBe(201);
  const cookie = sessionOf(answer);
  expect(await reads(cookie)).toBe(200);
  const { id, email }: { id: number; email: string } = json;
  const { accounts } = site.connections;
  await sql`insert into two_factors (user_id, secret) values (${id}, '')`.execute(accounts);
  const at = new Date(site.clock.now);
  await sql`insert into phones (user_id, number, confirmed_at) values (${id}, '+15552345678', ${at})`.execute(accounts);
  await sql`insert into phone_codes (user_id, number, code_hash, created_at)
    values (${id}, '+15552345679', '', ${at})`.execute(accounts);
  await sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth, server_key, user_agent, created_at)
    values (${id}, ${`https://push.example/${id}`}, '', '', '', '', ${at})`.execute(accounts);
  return { id, email, cookie };
}

/** The phones and browsers that a user is notified by, and codes by which a phone would become one. */
async function notifiedBy(id: number): Promise<unknown[]> {
  const found = await sql`
    select number from phones where user_id = ${id}
    union all select number from phone_codes where user_id = ${id} and ended_at is null
    union all select endpoint from push_subscriptions where user_id = ${id}`.execute(site.connections.accounts);
  return found.rows;
}

const inSouth = { organization_id: south.id, role: 4, permissions: [PROPERTY], assigned_properties: south.propertyIds };
const additions = [
  ["a further organization", "POST", "external/{id}/memberships", inSouth],
  ["another organization", "PATCH", "external/{id}", inSouth],
  ["a staff role", "PATCH", "staff/{id}", { role: 1, assigned_organizations: [north.id] }],
  ["a permission", "PATCH", "external/{id}", { permissions: [ASSET, PROPERTY] }],
  ["a greater role", "PATCH", "external/{id}", { role: 3 }],
] as const;

test.each(additions)("resets an account taken over through a shown invitation when it gets %s", async (...given) => {
  const [, method, path, body] = given;
  const { id, email, cookie } = await hijacked();
  const { status, json } = await it.call(staff, method, `${STAFF_USERS}/${path.replace("{id}", String(id))}`, body);
  expect(status).toBeLessThan(300);
  expect(await reads(cookie)).toBe(401);
  expect(await signIn(email, HIJACKED)).toBe(401);
  const left = await sql`select from two_factors where user_id = ${id}`.execute(site.connections.accounts);
  expect([left.rows, await notifiedBy(id)]).toEqual([[], []]);
  const record = await sql<{ organization_id: number }>`select organization_id from audit_log
    where action = 'user.remove_credentials' and object_id = ${String(id)}`.execute(site.connections.accounts);
  expect(record.rows).toEqual([{ organization_id: north.id }]);
  // The owner gets in again by the link that whoever added them is shown.
  expect((await accept(tokenIn(json.invitation_link), TEST_PASSWORD)).statusCode).toBe(201);
});

test("an account taken over through a shown link is reset again with the next addition", async () => {
  const { id } = await hijacked();
  const { json } = await it.call(staff, "PATCH", `${STAFF_USERS}/external/${id}`, { permissions: [ASSET, PROPERTY] });
  const again = await accept(tokenIn(json.invitation_link), HIJACKED);
  await it.call(staff, "POST", `${STAFF_USERS}/external/${id}/memberships`, inSouth);
  expect(await reads(sessionOf(again))).toBe(401);
});

test("mails the owner of a hijacked account a new link, and the account is theirs from then on", async () => {
  const { id, email, cookie } = await hijacked();
  startMailing();
  const { json } = await it.call(staff, "POST", `${STAFF_USERS}/external/${id}/memberships`, inSouth);
  expect([json.invitation_link, site.mails.map(({ to }) => to)]).toEqual([null, [email]]);
  expect(await reads(cookie)).toBe(401);
  const owner = await accept(tokenIn(site.mails[0]?.text), TEST_PASSWORD);
  expect(owner.statusCode).toBe(201);
  await it.call(staff, "PATCH", `${STAFF_USERS}/external/${id}`, {
    ...inSouth,
    permissions: [ASSET, PROPERTY],
  });
  expect(await reads(sessionOf(owner))).toBe(200);
  expect(await signIn(email, TEST_PASSWORD)).toBe(200);
});

test("an owner who resets the password by mail keeps the account", async () => {
  const { id, email, cookie } = await hijacked();
  await sql`delete from two_factors where user_id = ${id}`.execute(site.connections.accounts);
  startMailing();
  await site.app.inject({ method: "POST", url: "/v1/password/forgotten", payload: { email } });
  await site.settled();
  const payload = { token: tokenIn(site.mails[0]?.text), password: TEST_PASSWORD };
  expect((await site.app.inject({ method: "POST", url: "/v1/password/reset", payload })).statusCode).toBe(200);
  expect([await reads(cookie), await signIn(email, HIJACKED)]).toEqual([401, 401]);
  expect(await notifiedBy(id)).toEqual([]);
  await it.call(staff, "POST", `${STAFF_USERS}/external/${id}/memberships`, inSouth);
  expect(await signIn(email, TEST_PASSWORD)).toBe(200);
});

test("resets an account that changed its email when it gets more", async () => {
  startMailing();
  const { json } = await it.call(admin, "POST", usersOf(north.id), it.inNorth());
  const own = await accept(tokenIn(site.mails[0]?.text), HIJACKED);
  const victim = it.fresh();
  const user = `${usersOf(north.id)}/${json.id}`;
  expect((await it.call(admin, "PATCH", user, { email: victim })).status).toBe(200);
  await it.call(staff, "POST", `${STAFF_USERS}/external/${json.id}/memberships`, inSouth);
  expect([await reads(sessionOf(own)), await signIn(victim, HIJACKED)]).toEqual([401, 401]);
  expect(site.mails.at(-1)?.to).toBe(victim);
});

test("rejects resetting a password where the new link could neither be mailed nor shown", async () => {
  const { id, cookie } = await hijacked();
  const both = await it.call(staff, "POST", `${STAFF_USERS}/external/${id}/memberships`, inSouth);
  const owner = await accept(tokenIn(both.json.invitation_link), TEST_PASSWORD);
  const further = { permissions: [ASSET, PROPERTY] };
  const rejected = await it.call(admin, "PATCH", `${usersOf(north.id)}/${id}`, further);
  expect([rejected.status, rejected.json.code]).toEqual([403, "forbidden"]);
  expect([await reads(sessionOf(owner)), await reads(cookie)]).toEqual([200, 401]);
});

test("reducing access does not reset an account", async () => {
  const { id, cookie } = await hijacked();
  const fewer = { assigned_properties: north.propertyIds.slice(0, 1), business_title: "Owner" };
  expect((await it.call(admin, "PATCH", `${usersOf(north.id)}/${id}`, fewer)).status).toBe(200);
  expect([await reads(cookie), (await notifiedBy(id)).length]).toEqual([200, 3]);
});

test("reducing the access of staff does not reset an account, and extending it does", async () => {
  const assigned_organizations = [north.id, south.id];
  const change = (id: number, body: object) => it.call(staff, "PATCH", `${STAFF_USERS}/staff/${id}`, body);
  const body = { email: it.fresh(), role: 2, permissions: [ASSET, PROPERTY], assigned_organizations };
  const { json } = await it.call(staff, "POST", `${STAFF_USERS}/staff`, body);
  const cookie = sessionOf(await accept(tokenIn(json.invitation_link), TEST_PASSWORD));
  for (const fewer of [{ permissions: [PROPERTY] }, { assigned_organizations: [north.id] }]) {
    const changed = await change(json.id, fewer);
    expect([changed.status, changed.json.invitation_link, await reads(cookie)]).toEqual([200, null, 200]);
  }
  const more = await change(json.id, { assigned_organizations });
  expect([more.status, await reads(cookie)]).toEqual([200, 401]);
  const again = sessionOf(await accept(tokenIn(more.json.invitation_link), TEST_PASSWORD));
  const promoted = await change(json.id, { role: 1 });
  expect([promoted.status, await reads(again)]).toEqual([200, 401]);
  const asAdmin = sessionOf(await accept(tokenIn(promoted.json.invitation_link), TEST_PASSWORD));
  expect([(await change(json.id, { role: 2 })).status, await reads(asAdmin)]).toEqual([200, 200]);
});
