import { sql } from "kysely";
import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type Connections, connect } from "./connect.ts";

let connections: Connections;
let drop: () => Promise<void>;

beforeEach(async () => {
  const database = await freshDatabase();
  drop = database.drop;
  connections = connect(database.url);
});
afterEach(async () => {
  await connections?.close();
  await drop?.();
});

function poolOfRequests(): pg.Pool {
  const found = connections.pools.find(({ role }) => role === "app");
  if (found === undefined) throw new Error("Requests have no pool.");
  return found.pool;
}

test("is not ready while no request gets a connection, and ready again once one does", async () => {
  const pool = poolOfRequests();
  expect(await connections.reachable.answers()).toBe(true);
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  expect(await connections.reachable.answers()).toBe(false);
  held[0]?.release();
  expect(await connections.reachable.answers()).toBe(true);
  for (const client of held.slice(1)) client.release();
});

test("stays ready while all connections are busy with requests", async () => {
  const pool = poolOfRequests();
  await sql`select 1`.execute(connections.app);
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  expect(await connections.reachable.answers()).toBe(true);
  for (const client of held) client.release();
});

test("is not ready where the request role may not read its tables", async () => {
  await sql`revoke select on organizations from dripline_app`.execute(connections.owner);
  expect(await connections.reachable.answers()).toBe(false);
  await sql`grant select on organizations to dripline_app`.execute(connections.owner);
  expect(await connections.reachable.answers()).toBe(true);
});

test("is not ready without the tables", async () => {
  await sql`alter table organizations rename to elsewhere`.execute(connections.owner);
  expect(await connections.reachable.answers()).toBe(false);
});
