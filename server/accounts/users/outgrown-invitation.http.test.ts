import { sql } from "kysely";
import { expect, test } from "vitest";
import { ASSET, PROPERTY, recordOf, STAFF_USERS, usersOf, usersSiteOfFile } from "./testing/users-site.ts";

const it = await usersSiteOfFile();
const { site, staff, admin, north, south } = it;

const tokenIn = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1];
const accept = async (token: string | undefined) => {
  const payload = { token, password: "Quiet-Valves-7!" };
  return (await site.app.inject({ method: "POST", url: "/v1/invitation", payload })).statusCode;
};
/** Somebody whom the admin of North invited, who was shown the link. */
const invited = async (more: object = {}): Promise<{ id: number; email: string; token: string | undefined }> => {
  site.mailServer.canSend = false;
  const { json } = await it.call(admin, "POST", usersOf(north.id), it.inNorth(more));
  site.mailServer.canSend = true;
  site.mails.length = 0;
  return { id: json.id, email: json.email, token: tokenIn(json.invitation_link) };
};

test.each([
  [
    "another organization",
    "POST",
    "external/{id}/memberships",
    { organization_id: south.id, role: 4, permissions: [PROPERTY], assigned_properties: south.propertyIds },
  ],
  [
    "a move to another organization",
    "PATCH",
    "external/{id}",
    {
      organization_id: south.id,
      assigned_properties: south.propertyIds,
    },
  ],
  ["a staff role", "PATCH", "staff/{id}", { role: 1, assigned_organizations: [north.id] }],
  ["a permission", "PATCH", "external/{id}", { permissions: [ASSET, PROPERTY] }],
  ["a greater role", "PATCH", "external/{id}", { role: 3 }],
] as const)("a shown link of an invitation is not valid after %s was added", async (...given) => {
  const [, method, path, body] = given;
  const { id, email, token } = await invited();
  const { status, json } = await it.call(staff, method, `${STAFF_USERS}/${path.replace("{id}", String(id))}`, body);
  expect([status < 300, json.invitation_link]).toEqual([true, null]);
  expect(await accept(token)).toBe(403);
  expect(site.mails.map(({ to }) => to)).toEqual([email]);
  expect(await accept(tokenIn(site.mails[0]?.text))).toBe(201);
  expect(await recordOf(site, id)).not.toEqual([]);
});

test("shows the new link to a user who grants more, without a mail server", async () => {
  const { id, token } = await invited();
  site.mailServer.canSend = false;
  const further = { organization_id: south.id, role: 4, permissions: [PROPERTY] };
  const { json } = await it.call(staff, "POST", `${STAFF_USERS}/external/${id}/memberships`, {
    ...further,
    assigned_properties: south.propertyIds,
  });
  expect(await accept(token)).toBe(403);
  expect(await accept(tokenIn(json.invitation_link))).toBe(201);
});

test("does not show the link to a user who lacks some of the account's permissions", async () => {
  const { id, token } = await invited({ permissions: [ASSET, PROPERTY] });
  const less = await it.someone({ memberships: [{ ...it.northAdmin, permissions: [PROPERTY] }] });
  site.mailServer.canSend = false;
  const { status, json } = await it.call(less, "PATCH", `${usersOf(north.id)}/${id}`, { role: 3 });
  expect([status, json.invitation_link, json.invitation.is_expired]).toEqual([200, null, false]);
  expect(await accept(token)).toBe(403);
});

test("keeps an invitation while nothing is added to the account", async () => {
  const { id, token } = await invited();
  const one = { assigned_properties: north.propertyIds.slice(0, 1), business_title: "Owner" };
  const { json } = await it.call(admin, "PATCH", `${usersOf(north.id)}/${id}`, one);
  expect([json.business_title, json.invitation_link, site.mails]).toEqual(["Owner", null, []]);
  expect(await accept(token)).toBe(201);
});

test("lets a user with a second factor who was invited again sign in with a code", async () => {
  const owner = await it.account({ memberships: [it.northMember] });
  await sql`insert into two_factors (user_id, secret, confirmed_at) values (${owner.id}, '', now())`.execute(
    site.connections.accounts,
  );
  const change = { email: it.fresh(), role: 3 };
  expect((await it.call(staff, "PATCH", `${STAFF_USERS}/external/${owner.id}`, change)).status).toBe(200);
  const payload = { token: tokenIn(site.mails.at(-1)?.text), password: "Quiet-Valves-7!" };
  const accepted = await site.app.inject({ method: "POST", url: "/v1/invitation", payload });
  expect([accepted.statusCode, accepted.json(), accepted.cookies]).toEqual([201, { signed_in: false }, []]);
  const signIn = { email: change.email, password: payload.password };
  const answer = await site.app.inject({ method: "POST", url: "/v1/session", payload: signIn });
  expect(answer.json().code).toBe("second_factor_needed");
});
