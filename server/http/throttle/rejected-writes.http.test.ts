import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeOrganization } from "../../accounts/testing/test-places.ts";
import { logRepeatedRejections } from "../../audit/rejected-writes.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";

let site: ScopedApp;
let own: { id: number; propertyIds: number[] };
let foreign: { id: number; propertyIds: number[] };
beforeAll(async () => {
  site = await scopedApp("2026-05-06T08:00:00Z");
  own = await makeOrganization(site.connections, "Elm", ["Elm Street"]);
  foreign = await makeOrganization(site.connections, "Oak", ["Oak Lane"]);
});
afterAll(() => site.close());

const admin = () => ({
  userId: 7,
  email: "ada@elm.example",
  currentOrganizationId: own.id,
  organizationIds: [own.id],
  propertyIds: own.propertyIds,
});

/** The audit log entries of a call, without time and request id. */
async function recorded(make: () => Promise<{ status: number }>) {
  const last = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(
    site.connections.accounts,
  );
  const { status } = await make();
  const rows = await sql<Record<string, unknown>>`
    select actor_id, actor, organization_id, action, object_type, object_id, before, after from audit_log
    where id > ${last.rows[0]?.id ?? 0} order by id`.execute(site.connections.accounts);
  return { status, rows: rows.rows };
}

const settings = () => `/v1/organizations/${own.id}/leak-settings`;
const rejected = (call: string, status: number, code: string) => [
  {
    actor_id: 7,
    actor: "ada@elm.example",
    organization_id: own.id,
    action: "rejected",
    object_type: "call",
    object_id: call,
    before: null,
    after: { status, code },
  },
];

describe("a rejected write adds one row with the call and the code", () => {
  test("by a user without the permission", async () => {
    const { status, rows } = await recorded(() =>
      site.ask({ ...admin(), role: "organization member" }, "PUT", settings(), { settings: {} }),
    );
    expect(status).toBe(403);
    expect(rows).toEqual(rejected("PUT /v1/organizations/{id}/leak-settings", 403, "forbidden"));
  });

  test("at another tenant's object, in the log of the user's organization", async () => {
    const { status, rows } = await recorded(() =>
      site.ask(admin(), "PUT", `/v1/organizations/${foreign.id}/leak-settings`, { settings: {} }),
    );
    expect(status).toBe(404);
    expect(rows).toEqual(rejected("PUT /v1/organizations/{id}/leak-settings", 404, "not_found"));
  });

  test("with an invalid body, without the body's content", async () => {
    const { status, rows } = await recorded(() =>
      site.ask(admin(), "PUT", settings(), { settings: {}, password: "Hidden-Valves-7!" }),
    );
    expect(status).toBe(422);
    expect(rows).toEqual(rejected("PUT /v1/organizations/{id}/leak-settings", 422, "invalid_fields"));
  });

  test.each([
    [400, "invalid_json", '{"settings', "application/json"],
    [415, "unsupported_media_type", "settings", "text/plain"],
    [413, "too_large", `{"settings": "${"x".repeat(8 * 1024 * 1024)}"}`, "application/json"],
  ])("with a body that is not read: %i", async (status, code, text, type) => {
    const { status: answered, rows } = await recorded(() =>
      site.ask(admin(), "PUT", settings(), text, { "content-type": type }),
    );
    expect(answered).toBe(status);
    expect(rows).toEqual(rejected("PUT /v1/organizations/{id}/leak-settings", status, code));
  });

  test("with an unknown id", async () => {
    const { status, rows } = await recorded(() =>
      site.ask(admin(), "PUT", "/v1/organizations/none/leak-settings", { settings: {} }),
    );
    expect(status).toBe(400);
    expect(rows).toEqual(rejected("PUT /v1/organizations/{id}/leak-settings", 400, "invalid_request"));
  });

  test("from another site", async () => {
    const { status, rows } = await recorded(() =>
      site.ask(admin(), "PUT", settings(), { settings: {} }, { "sec-fetch-site": "cross-site" }),
    );
    expect(status).toBe(403);
    expect(rows).toEqual(rejected("PUT /v1/organizations/{id}/leak-settings", 403, "cross_site"));
  });
});

test("a rejected read adds no row", async () => {
  const { status, rows } = await recorded(() => site.ask(admin(), "GET", "/v1/organizations/999999/leak-settings"));
  expect(status).toBe(404);
  expect(rows).toEqual([]);
});

test("a repeated rejected write adds one row at once, and one with the count after a minute", async () => {
  const member = { ...admin(), userId: 8, role: "organization member" as const };
  const call = "PUT /v1/organizations/{id}/leak-settings";
  const row = { ...rejected(call, 403, "forbidden")[0], actor_id: 8 };
  site.clock.now = Date.parse("2026-05-06T09:00:30Z");
  const repeat = (times: number, who: typeof member) =>
    Promise.all(Array.from({ length: times }, () => site.ask(who, "PUT", settings(), { settings: {} })));
  const first = await recorded(async () => {
    await repeat(200, member);
    await repeat(3, { ...member, userId: 9 });
    await logRepeatedRejections(site.connections, site.clock.now);
    return { status: 403 };
  });
  expect(first.rows).toHaveLength(2);
  expect(first.rows).toEqual(expect.arrayContaining([row, { ...row, actor_id: 9 }]));

  site.clock.now = Date.parse("2026-05-06T09:01:00Z");
  const later = await recorded(async () => {
    // Two servers at once; each count becomes one row.
    await Promise.all([1, 2].map(() => logRepeatedRejections(site.connections, site.clock.now)));
    return { status: 403 };
  });
  const repeated = (count: number) => ({
    status: 403,
    code: "forbidden",
    repeated: count,
    minute: "2026-05-06T09:00:00.000Z",
  });
  expect(later.rows).toHaveLength(2);
  expect(later.rows).toEqual(
    expect.arrayContaining([
      { ...row, after: repeated(199) },
      { ...row, actor_id: 9, after: repeated(2) },
    ]),
  );
  expect((await recorded(() => site.ask(member, "PUT", settings(), { settings: {} }))).rows).toEqual([row]);
});

test("a row has the request id of the answer", async () => {
  const member = { ...admin(), userId: 10, role: "organization member" as const };
  const answer = await site.ask(member, "PUT", settings(), { settings: {} });
  const found = await sql<{ actor: string; at: Date }>`
    select actor, at from audit_log where request_id = ${Object(answer.json()).request_id}`.execute(
    site.connections.accounts,
  );
  expect(found.rows).toEqual([{ actor: "ada@elm.example", at: new Date(site.clock.now) }]);
});
