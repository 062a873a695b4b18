import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { at, type LeakySite, leakySite } from "../../leaks-api/testing/leaky-site.ts";

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(1));
});
afterAll(() => site?.app.close());

const made = z.looseObject({ id: z.number(), token: z.string() });
const tokensOf = (propertyId: number) => `/v1/admin/properties/${propertyId}/gateway-tokens`;
const problem = (answer: { json(): unknown }) => ({ ...Object(answer.json()), request_id: "" });

async function make() {
  const { app, ours } = site;
  const answer = await app.ask(ours.manager, "POST", tokensOf(ours.propertyId), { gateway_serial_number: "G1" });
  expect(answer.status, answer.text).toBe(201);
  return made.parse(answer.json());
}

/** Sends a reading with a token. @returns the status */
async function send(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const readings = [{ serial: "home", hour: at(0, 5), gallons: 1 }];
  return (await site.app.ask({}, "POST", "/v1/ingest/readings", readings, headers)).status;
}

test("shows a token once, accepts its readings, lists its last use, and rejects it once revoked", async () => {
  const { app, ours } = site;
  const list = async () => (await app.ask(ours.manager, "GET", `${tokensOf(ours.propertyId)}?page_size=1`)).json();
  const { count } = Object(await list());
  const { id, token } = await make();
  expect(token).toMatch(/^dlg_\d+_[\w-]{43}$/);
  expect(await list()).toMatchObject({
    count: count + 1,
    results: [{ id, gateway_serial_number: "G1", last_used_at: null, revoked_at: null }],
  });
  expect(await send(token)).toBe(200);
  expect(await list()).toMatchObject({ results: [{ id, last_used_at: expect.any(String) }] });
  expect(JSON.stringify(await list())).not.toContain(token.slice(-43));

  const ended = await app.ask(ours.manager, "DELETE", `${tokensOf(ours.propertyId)}/${id}`);
  expect(ended.json()).toMatchObject({ id, revoked_at: at(1) });
  expect(await send(token)).toBe(401);
  app.clock.now += 60_000;
  const again = await app.ask(ours.manager, "DELETE", `${tokensOf(ours.propertyId)}/${id}`);
  app.clock.now -= 60_000;
  expect(again.json()).toEqual(ended.json());

  const log = await sql`
    select action, actor, organization_id, property_id, before, after from audit_log
    where object_type = 'gateway-token' and object_id = ${String(id)} order by id`.execute(app.connections.accounts);
  const common = {
    actor: "somebody@example.com",
    organization_id: ours.organizationId,
    property_id: ours.propertyId,
    before: null,
    after: null,
  };
  const gateway = { gateway_serial_number: "G1" };
  expect(log.rows).toEqual([
    { ...common, action: "gateway-token.create", after: gateway },
    { ...common, action: "gateway-token.revoke", before: gateway },
  ]);
});

test("stores the time of a token's last use at most once a minute", async () => {
  const { accounts, worker } = site.app.connections;
  const { id, token } = await make();
  const used = async () => {
    await send(token);
    const found = await sql<{ at: string }>`
      select last_used_at::text as at from gateway_tokens where id = ${id}`.execute(accounts);
    return found.rows[0]?.at;
  };
  const first = await used();
  expect(first).toBeDefined();
  expect(await used()).toBe(first);
  await sql`update gateway_tokens set last_used_at = now() - interval '61 seconds' where id = ${id}`.execute(worker);
  const later = await used();
  expect(Date.now() - Date.parse(later ?? "")).toBeLessThan(60_000);
});

test("treats another organization's property and tokens as unknown", async () => {
  const { app, ours, theirs } = site;
  const { id, token } = await make();
  const body = { gateway_serial_number: "G1" };
  for (const [method, path, sent] of [
    ["GET", "", undefined],
    ["POST", "", body],
    ["DELETE", `/${id}`, undefined],
  ] as const) {
    const [foreign, unknown] = [
      await app.ask(theirs.manager, method, `${tokensOf(ours.propertyId)}${path}`, sent),
      await app.ask(theirs.manager, method, `${tokensOf(999999)}${path}`, sent),
    ];
    expect(foreign.status).toBe(404);
    expect(problem(foreign)).toEqual(problem(unknown));
  }
  // Through another property of the same administrator.
  const both = {
    organizationIds: [ours.organizationId, theirs.organizationId],
    propertyIds: [ours.propertyId, theirs.propertyId],
  };
  expect((await app.ask(both, "DELETE", `${tokensOf(theirs.propertyId)}/${id}`)).status).toBe(404);
  // Through a property of their own.
  const [foreign, unknown] = [
    await app.ask(theirs.manager, "DELETE", `${tokensOf(theirs.propertyId)}/${id}`),
    await app.ask(theirs.manager, "DELETE", `${tokensOf(theirs.propertyId)}/999999`),
  ];
  expect(foreign.status).toBe(404);
  expect(problem(foreign)).toEqual(problem(unknown));
  expect(await send(token)).toBe(200);
});

test("rejects members and admins without the permission", async () => {
  const { app, ours } = site;
  const { id, token } = await make();
  const member = { ...ours.manager, role: "organization member" as const };
  const path = tokensOf(ours.propertyId);
  expect((await app.ask(member, "GET", path)).status).toBe(403);
  expect((await app.ask(member, "POST", path, { gateway_serial_number: "G1" })).status).toBe(403);
  expect((await app.ask(member, "DELETE", `${path}/${id}`)).status).toBe(403);
  expect(await send(token)).toBe(200);
});

test.each([
  [{ gateway_serial_number: "G9" }, "gateway_serial_number"],
  [{ gateway_serial_number: "" }, "gateway_serial_number"],
  [{}, "gateway_serial_number"],
  [{ gateway_serial_number: "G1", for: "ever" }, "for"],
])("rejects %j under its name, and creates no token", async (body, field) => {
  const { app, ours } = site;
  const path = tokensOf(ours.propertyId);
  const before = (await app.ask(ours.manager, "GET", path)).json();
  const answer = await app.ask(ours.manager, "POST", path, body);
  expect(answer.status).toBe(422);
  expect(Object.keys(Object(answer.json()))).toContain(field);
  expect((await app.ask(ours.manager, "GET", path)).json()).toEqual(before);
});
