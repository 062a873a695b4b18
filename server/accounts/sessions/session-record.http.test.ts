import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser } from "../create-user.ts";
import { openFirstAdmin } from "../first-admin.ts";
import { makeOrganization } from "../testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../testing/test-site.ts";

let site: TestSite;
let elm: { id: number };
let oak: { id: number };
let adaId: number;
let firstAdmin: { status: number; rows: unknown[] };
let last = 0;

beforeAll(async () => {
  site = await openTestSite();
  const token = await openFirstAdmin(site.connections, () => site.clock.now);
  await recorded();
  const names = { first_name: "Ann", last_name: "Ray" };
  const payload = { token, email: "First@Example.com", password: TEST_PASSWORD, ...names };
  const { statusCode } = await site.app.inject({ method: "POST", url: "/v1/first-admin", payload });
  firstAdmin = { status: statusCode, rows: await recorded() };

  oak = await makeOrganization(site.connections, "Oak", []);
  elm = await makeOrganization(site.connections, "Elm", []);
  const zoo = await makeOrganization(site.connections, "Zoo", []);
  const at = (organizationId: number) => ({
    organizationId,
    role: "organization admin" as const,
    permissions: [],
    propertyIds: [],
  });
  adaId = await createUser(site.connections, {
    email: "ada@elm.example",
    firstName: "",
    lastName: "",
    password: TEST_PASSWORD,
    memberships: [at(zoo.id), at(elm.id)],
  });
});
afterAll(() => site?.close());
beforeEach(() => recorded());

/** Signs in. @returns headers of that person's requests */
const signedIn = async (email: string) => ({ cookie: await site.signedIn(email) });

/** The audit log's rows since the last call. */
async function recorded(): Promise<unknown[]> {
  const found = await sql<{ id: number }>`
    select id, actor_id, actor, organization_id, action, object_type, object_id, before, after from audit_log
    where id > ${last} order by id`.execute(site.connections.accounts);
  last = found.rows.at(-1)?.id ?? last;
  return found.rows.map(({ id: _id, ...row }) => row);
}

const ofAda = (action: string) => ({
  actor_id: adaId,
  actor: "ada@elm.example",
  organization_id: elm.id,
  action,
  object_type: "user",
  object_id: String(adaId),
  before: null,
  after: null,
});

const signIn = (email: string, password: string, headers = {}) =>
  site.app.inject({ method: "POST", url: "/v1/session", headers, payload: { email, password } });

test("logs the first administrator as created by themselves, without password or token", () => {
  expect(firstAdmin.status).toBe(201);
  const common = { actor: "first@example.com", organization_id: null, object_type: "user", before: null };
  expect(firstAdmin.rows).toMatchObject([
    {
      ...common,
      action: "user.create",
      after: { email: "first@example.com", first_name: "Ann", last_name: "Ray", role: "IONAdmin" },
    },
    { ...common, action: "session.start", after: null },
  ]);
});

describe("sessions add one row", () => {
  test("for a sign-in, in its organization, with the user's last login", async () => {
    const { cookie } = await signedIn("ada@elm.example");
    expect(await recorded()).toEqual([ofAda("session.start")]);
    const found = await sql`select last_login_at from users where id = ${adaId}`.execute(site.connections.accounts);
    expect(found.rows).toEqual([{ last_login_at: new Date(site.clock.now) }]);
    expect(cookie).not.toBe("");
  });

  test("for a sign-out, and none for one without a session", async () => {
    const headers = await signedIn("ada@elm.example");
    await recorded();
    await site.app.inject({ method: "DELETE", url: "/v1/session", headers });
    expect(await recorded()).toEqual([ofAda("session.end")]);
    await site.app.inject({ method: "DELETE", url: "/v1/session", headers });
    expect(await recorded()).toEqual([]);
  });

  test("for both the ended and the new session when somebody signs in again", async () => {
    const headers = await signedIn("ada@elm.example");
    await recorded();
    expect((await signIn("ada@elm.example", TEST_PASSWORD, headers)).statusCode).toBe(200);
    expect(await recorded()).toEqual([ofAda("session.end"), ofAda("session.start")]);
  });

  test.each([
    ["of somebody", "Ada@Elm.example"],
    ["of nobody", "nobody@elm.example"],
  ])("for a failed sign-in %s, with the email as typed and no password", async (_, email) => {
    expect((await signIn(email, "Wrong-Valves-7!")).statusCode).toBe(401);
    const rows = await recorded();
    expect(rows).toEqual([
      {
        actor_id: null,
        actor: email,
        organization_id: null,
        action: "session.fail",
        object_type: "",
        object_id: "",
        before: null,
        after: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain("Wrong");
  });
});

test("rejects a sign-in that cannot be logged", async () => {
  const { owner } = site.connections;
  await sql`alter table audit_log add constraint full_up check (action <> 'session.start') not valid`.execute(owner);
  const answer = await signIn("ada@elm.example", TEST_PASSWORD);
  await sql`alter table audit_log drop constraint full_up`.execute(owner);
  expect([answer.statusCode, answer.cookies]).toEqual([500, []]);
});

describe("a rejected write in a session adds one row", () => {
  const write = (headers: Record<string, string>) =>
    site.app.inject({
      method: "PUT",
      url: `/v1/organizations/${oak.id}/leak-settings`,
      headers,
      payload: { settings: {} },
    });
  const rejected = (code: string, status: number) => ({
    ...ofAda("rejected"),
    object_type: "call",
    object_id: "PUT /v1/organizations/{id}/leak-settings",
    after: { code, status },
  });

  test("also when it is rejected before the active organization is known", async () => {
    const headers = await signedIn("ada@elm.example");
    await recorded();
    expect((await write({ ...headers, "x-current-organization-id": String(oak.id) })).statusCode).toBe(403);
    expect(await recorded()).toEqual([rejected("forbidden", 403)]);
    expect((await write(headers)).statusCode).toBe(404);
    expect(await recorded()).toEqual([rejected("not_found", 404)]);
  });

  test("in the active organization", async () => {
    const headers = await signedIn("ada@elm.example");
    const found = await sql<{ id: number }>`select id from organizations where name = 'Zoo'`.execute(
      site.connections.accounts,
    );
    const zooId = found.rows[0]?.id ?? 0;
    await recorded();
    await write({ ...headers, "x-current-organization-id": String(zooId) });
    expect(await recorded()).toEqual([{ ...rejected("not_found", 404), organization_id: zooId }]);
  });

  test("for public calls, too, except failed sign-ins, which have their own", async () => {
    const headers = await signedIn("ada@elm.example");
    await recorded();
    const payload = { token: "none", email: "x@elm.example", password: TEST_PASSWORD };
    const answer = await site.app.inject({ method: "POST", url: "/v1/first-admin", headers, payload });
    expect(answer.statusCode).toBe(403);
    expect(await recorded()).toEqual([{ ...rejected("forbidden", 403), object_id: "POST /v1/first-admin" }]);
    expect((await signIn("ada@elm.example", "Wrong-Valves-7!", headers)).statusCode).toBe(401);
    expect(await recorded()).toMatchObject([{ action: "session.fail" }]);
  });

  test("and none without one", async () => {
    expect((await write({})).statusCode).toBe(401);
    expect((await write({ authorization: `Bearer dlk_${"a".repeat(43)}` })).statusCode).toBe(401);
    expect(await recorded()).toEqual([]);
  });
});
