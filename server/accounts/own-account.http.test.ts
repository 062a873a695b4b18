import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser } from "./create-user.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "./testing/test-site.ts";

interface Listed {
  count: number;
  results: { id: number; current: boolean; user_agent: string }[];
}

let site: TestSite;
beforeEach(async () => {
  site = await openTestSite();
  for (const email of ["ann@example.com", "bob@example.com"]) {
    const person = { email, firstName: "A", lastName: "B", password: TEST_PASSWORD, memberships: [] };
    await createUser(site.connections, person);
  }
});
afterEach(() => site?.close());

function ask(method: "GET" | "DELETE" | "PATCH", url: string, cookie: string, payload?: object) {
  return site.app.inject({ method, url, headers: { cookie }, ...(payload === undefined ? {} : { payload }) });
}
const sessions = async (cookie: string) => (await ask("GET", "/v1/me/sessions", cookie)).json<Listed>();

test("lists a user's own sessions only", async () => {
  const first = await site.signedIn("ann@example.com");
  site.clock.now += 5 * 60_000;
  await site.signedIn("bob@example.com");
  const second = await site.signedIn("ann@example.com");
  const listed = await sessions(second);
  expect(listed).toMatchObject({
    count: 2,
    results: [
      { current: true, signed_in_at: "2026-05-06T08:05:00.000Z", ip_address: "127.0.0.1" },
      { current: false, signed_in_at: "2026-05-06T08:00:00.000Z", expires_at: "2026-05-06T09:00:00.000Z" },
    ],
  });
  expect((await sessions(first)).results.map(({ current }) => current)).toEqual([false, true]);
  site.clock.now += 30 * 60_000;
  expect((await sessions(second)).count).toBe(2);
  site.clock.now += 31 * 60_000;
  expect((await sessions(second)).count).toBe(1);
  expect(JSON.stringify(listed)).not.toContain(decodeURIComponent(second.split("=")[1] ?? "").slice(0, 20));
});

test("rejects a session from the next request after its owner ends it", async () => {
  const [here, there] = [await site.signedIn("ann@example.com"), await site.signedIn("ann@example.com")];
  const other = (await sessions(here)).results.find(({ current }) => !current);
  const ended = await ask("DELETE", `/v1/me/sessions/${other?.id}`, here);
  expect([ended.statusCode, ended.json()]).toEqual([200, { ended: true }]);
  expect((await ask("GET", "/v1/me", there)).statusCode).toBe(401);
  expect((await ask("GET", "/v1/me", here)).statusCode).toBe(200);
});

test("treats another user's session as unknown", async () => {
  const [ann, bob] = [await site.signedIn("ann@example.com"), await site.signedIn("bob@example.com")];
  const [foreign] = (await sessions(bob)).results;
  const answers = await Promise.all([foreign?.id, 999_999].map((id) => ask("DELETE", `/v1/me/sessions/${id}`, ann)));
  const bodies = answers.map((answer) => ({ ...answer.json<object>(), request_id: "" }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect(bodies[0]).toEqual(bodies[1]);
  expect((await ask("GET", "/v1/me", bob)).statusCode).toBe(200);
});

test("users change their names and title separately, logged", async () => {
  const cookie = await site.signedIn("ann@example.com");
  await ask("PATCH", "/v1/me", cookie, { first_name: " Anna ", business_title: "Regional manager" });
  const changed = await ask("PATCH", "/v1/me", cookie, { last_name: "Leigh" });
  expect(changed.json()).toMatchObject({
    first_name: "Anna",
    last_name: "Leigh",
    business_title: "Regional manager",
    email: "ann@example.com",
  });
  const recorded = await sql`select before, after from audit_log where action = 'user.update' order by id desc limit 1
    `.execute(site.connections.accounts);
  expect(recorded.rows).toEqual([
    {
      before: { first_name: "Anna", last_name: "B", business_title: "Regional manager" },
      after: { first_name: "Anna", last_name: "Leigh", business_title: "Regional manager" },
    },
  ]);
  expect((await ask("GET", "/v1/me", await site.signedIn("bob@example.com"))).json()).toMatchObject({ last_name: "B" });
});

test.each([
  [{ business_title: "x".repeat(81) }, "business_title", "Business title must be less than 80 characters"],
  [{ first_name: null }, "first_name", "first_name is null"],
  [{ email: "boss@example.com" }, "email", "not known"],
  [{ role: 1 }, "role", "not known"],
])("rejects %o by name", async (payload, field, sentence) => {
  const cookie = await site.signedIn("ann@example.com");
  const rejected = await ask("PATCH", "/v1/me", cookie, payload);
  expect(rejected.statusCode).toBe(422);
  expect(rejected.json<Record<string, string[]>>()[field]?.join()).toContain(sentence);
});

test("needs a session", async () => {
  for (const [method, url] of [
    ["GET", "/v1/me/sessions"],
    ["DELETE", "/v1/me/sessions/1"],
    ["PATCH", "/v1/me"],
  ] as const) {
    expect((await ask(method, url, "")).statusCode).toBe(401);
  }
});
