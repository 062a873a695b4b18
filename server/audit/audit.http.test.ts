import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeOrganization } from "../accounts/testing/test-places.ts";
import { type Connections, connect, inScope } from "../database/connect.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { audit } from "./audit.ts";

let connections: Connections;
let drop: () => Promise<void>;
let elm: { id: number; propertyIds: number[] };
let oak: { id: number; propertyIds: number[] };
beforeAll(async () => {
  const database = await freshDatabase();
  connections = connect(database.url);
  drop = database.drop;
  elm = await makeOrganization(connections, "Elm", ["Elm Street"]);
  oak = await makeOrganization(connections, "Oak", ["Oak Lane"]);
});
afterAll(async () => {
  await connections?.close();
  await drop?.();
});

const who = { userId: 7, email: "ada@elm.example", requestId: "r1", at: Date.parse("2026-05-06T08:00:00Z") };
const roles = ["app", "accounts", "worker"] as const;
const rejected = /permission denied|only added to/;

test.each(roles)("the role %s inserts with the property's organization, and cannot change or delete", async (role) => {
  const scope = { organizationIds: [elm.id], propertyIds: elm.propertyIds };
  const entry = { action: `try.${role}`, propertyId: elm.propertyIds[0] ?? 0, after: { role } };
  if (role === "app") await inScope(connections.app, scope, (tx) => audit(tx, who, entry));
  else await connections[role].transaction().execute((tx) => audit(tx, who, entry));
  const found = await sql`
    select at, actor_id, actor, organization_id, property_id, object_type, object_id, before, after, request_id
    from audit_log where action = ${entry.action}`.execute(connections.accounts);
  expect(found.rows).toEqual([
    {
      at: new Date(who.at),
      actor_id: 7,
      actor: "ada@elm.example",
      organization_id: elm.id,
      property_id: elm.propertyIds[0],
      object_type: "",
      object_id: "",
      before: null,
      after: { role },
      request_id: "r1",
    },
  ]);
  const at = connections[role];
  await expect(sql`update audit_log set actor = 'nobody'`.execute(at)).rejects.toThrow(rejected);
  await expect(sql`delete from audit_log`.execute(at)).rejects.toThrow(rejected);
  await expect(sql`truncate audit_log`.execute(at)).rejects.toThrow(rejected);
});

test.each([
  ["another organization", () => ({ organizationId: oak.id })],
  ["a property of another organization", () => ({ propertyId: oak.propertyIds[0] ?? 0 })],
  ["another organization at its own property", () => ({ organizationId: oak.id, propertyId: elm.propertyIds[0] ?? 0 })],
  ["its organization at a foreign property", () => ({ organizationId: elm.id, propertyId: oak.propertyIds[0] ?? 0 })],
  ["no organization", () => ({ organizationId: null })],
  ["no organization at its own property", () => ({ organizationId: null, propertyId: elm.propertyIds[0] ?? 0 })],
])("a request cannot insert a row for %s", async (_, entry) => {
  const scope = { organizationIds: [elm.id], propertyIds: elm.propertyIds };
  const write = inScope(connections.app, scope, (tx) => audit(tx, who, { action: "forged", ...entry() }));
  await expect(write).rejects.toThrow(/row-level security policy for table "audit_log"/);
});

test("the owner of the tables cannot either", async () => {
  await expect(sql`update audit_log set actor = 'nobody'`.execute(connections.owner)).rejects.toThrow(/only added to/);
  await expect(sql`delete from audit_log`.execute(connections.owner)).rejects.toThrow(/only added to/);
  await expect(sql`truncate audit_log`.execute(connections.owner)).rejects.toThrow(/only added to/);
});

test("rolls back the audit row with its change", async () => {
  const failing = connections.accounts.transaction().execute(async (tx) => {
    await audit(tx, who, { action: "try.failing" });
    throw new Error("The change fails.");
  });
  await expect(failing).rejects.toThrow("The change fails.");
  const found = await sql`select id from audit_log where action = 'try.failing'`.execute(connections.accounts);
  expect(found.rows).toEqual([]);
});

test("the request role reads only its organizations' rows, none without a scope; the worker none", async () => {
  for (const organizationId of [elm.id, oak.id, null]) {
    await connections.accounts.transaction().execute((tx) => audit(tx, who, { action: "seen", organizationId }));
  }
  const seen = (organizationIds: number[]) =>
    inScope(connections.app, { organizationIds, propertyIds: [] }, async (tx) => {
      const found = await sql<{ organization_id: number }>`
        select organization_id from audit_log where action = 'seen'`.execute(tx);
      return found.rows.map((row) => row.organization_id);
    });
  expect(await seen([elm.id])).toEqual([elm.id]);
  expect(await seen([])).toEqual([]);
  const unscoped = await sql`select id from audit_log`.execute(connections.app);
  expect(unscoped.rows).toEqual([]);
  await expect(sql`select id from audit_log`.execute(connections.worker)).rejects.toThrow(/permission denied/);
});
