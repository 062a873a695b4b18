import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase } from "../testing/fresh-database.ts";
import { type Connections, connect } from "./connect.ts";
import { whileLocked } from "./locks.ts";

let connections: Connections;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  connections = connect(database.url);
  drop = database.drop;
});
afterAll(async () => {
  await connections.close();
  await drop();
});

/** The number of session locks that are held, and of the connections that hold them. */
async function held() {
  const found = await sql<{ locks: number; sessions: number }>`
    select count(*) as locks, count(distinct pid) as sessions from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
    connections.owner,
  );
  return found.rows[0];
}

test("holds several locks on one connection, and none when one of them is taken", async () => {
  const both = () => whileLocked(connections.worker, ["retention", "packing"], undefined, held);
  expect(await both()).toEqual({ result: { locks: 2, sessions: 1 } });
  expect(await whileLocked(connections.worker, "packing", undefined, both)).toEqual({ result: null });
  expect(await held()).toEqual({ locks: 0, sessions: 0 });
});
