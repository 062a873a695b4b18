import { once } from "node:events";
import { request } from "node:http";
import { Readable } from "node:stream";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../accounts/create-user.ts";
import { makeOrganization } from "../accounts/testing/test-places.ts";
import { openTestSite, TEST_PASSWORD, type TestSite } from "../accounts/testing/test-site.ts";
import { auditRows } from "../audit/audit-log.ts";
import { ProblemError } from "../problem/problem.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

let site: TestSite;
let areas: ScopedApp;
beforeAll(async () => {
  site = await openTestSite();
  areas = await scopedApp("2026-05-06T08:00:00Z");
});
afterAll(() => Promise.all([site?.close(), areas?.close()]));

test("discards a body whose sender's session ended meanwhile", async () => {
  const person = { email: "slow@example.com", firstName: "Slow", lastName: "Sender", password: TEST_PASSWORD };
  const userId = await createUser(site.connections, { ...person, memberships: [] });
  const cookie = await site.signedIn(person.email);
  const address = await site.app.listen({ host: "127.0.0.1", port: 0 });
  const body = JSON.stringify({ first_name: "Late" });
  const headers = { cookie, "content-type": "application/json", "content-length": String(body.length) };
  const sending = request(`${address}/v1/me`, { method: "PATCH", headers });
  const accounts = site.connections.pools.find(({ role }) => role === "accounts");
  if (accounts === undefined) throw new Error("There is no pool for accounts.");
  const admitted = once(accounts.pool, "release");
  sending.write(body.slice(0, 5));
  await admitted;
  await sql`delete from sessions where user_id = ${userId}`.execute(site.connections.accounts);
  sending.end(body.slice(5));
  const [answer] = await once(sending, "response");
  expect(answer.statusCode).toBe(401);
  answer.resume();
  const names = await sql`select first_name from users where id = ${userId}`.execute(site.connections.accounts);
  expect(names.rows).toEqual([{ first_name: "Slow" }]);
});

test("imports nothing when the sender loses the permission during the upload", async () => {
  const elm = await makeOrganization(areas.connections, "Elm", ["Elm Street"]);
  const who = { organizationIds: [elm.id], propertyIds: elm.propertyIds };
  async function* file() {
    yield "serial,hour,gallons\n";
    // From here on they are somebody else.
    await areas.ask({ ...who, role: "organization member" }, "GET", "/v1/alerts");
    yield "S1,2026-05-01T00:00:00Z,1\n";
  }
  const path = `/v1/properties/${elm.propertyIds[0]}/imports`;
  const answer = await areas.ask(who, "POST", path, Readable.from(file()), { "content-type": "text/csv" });
  expect(answer.status).toBe(403);
  const made = await sql`select id from imports`.execute(areas.connections.worker);
  expect(made.rows).toEqual([]);
});

test("stops an audit log download when the reader loses the permission", async () => {
  const oak = await makeOrganization(areas.connections, "Oak", []);
  await sql`insert into audit_log (at, actor, organization_id, action)
    select now(), 'somebody@example.com', ${oak.id}, 'unit.change' from generate_series(1, 1500)`.execute(
    areas.connections.accounts,
  );
  const scope = {
    userId: 1,
    email: "somebody@example.com",
    isStaff: false,
    role: "organization admin" as const,
    permissions: [],
    currentOrganizationId: oak.id,
    organizationIds: [oak.id],
    propertyIds: [],
  };
  const gone = async () => {
    throw new ProblemError("not_signed_in", "Sign in, then try again.");
  };
  const batches = auditRows(areas.connections, scope, {}, gone);
  expect((await batches.next()).value).toHaveLength(1000);
  await expect(batches.next()).rejects.toThrow("Sign in");
  const left = auditRows(areas.connections, scope, {}, async () => ({ ...scope, organizationIds: [] }));
  await left.next();
  expect(await left.next()).toEqual({ done: true, value: undefined });
});
