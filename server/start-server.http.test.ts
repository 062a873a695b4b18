import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { readConfig } from "./config.ts";
import { connect } from "./database/connect.ts";
import { lockNumbers } from "./database/locks.ts";
import { openStoppablePostgres } from "./ingest/testing/stoppable-postgres.ts";
import { freePort } from "./mqtt/testing/mosquitto.ts";
import { startServer } from "./start-server.ts";

test("survives losing the database at the moment it starts to serve", async () => {
  const port = await freePort();
  const postgres = await openStoppablePostgres();
  const other = connect(postgres.url);
  const held = await other.owner.connection().execute(async (connection) => {
    // The last thing that a start does waits for it.
    await sql`select pg_advisory_lock(${lockNumbers.firstAdmin})`.execute(connection);
    const settings = {
      DATABASE_URL: postgres.url,
      SESSION_SECRET: "not a secret, for one test run only",
      LOG_LEVEL: "silent",
    };
    const starting = startServer(readConfig({ ...settings, PORT: String(port) }), () => {});
    let isOver = false;
    starting.finally(() => {
      isOver = true;
    });
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 30_000, interval: 20 });
    await pause(100);
    expect(isOver).toBe(false);
    await postgres.stop();
    return { starting, ready };
  });
  const server = await held.starting;
  expect(await held.ready()).toBe(503);
  await postgres.start();
  await vi.waitFor(async () => expect(await held.ready()).toBe(200), { timeout: 30_000, interval: 50 });
  await server.stop();
  await other.close();
  await postgres.close();
}, 240_000);
