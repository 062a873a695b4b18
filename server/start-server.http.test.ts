import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { createDemoAccounts } from "./accounts/demo-accounts.ts";
import { readConfig } from "./config.ts";
import { connect } from "./database/connect.ts";
import { lockNumbers } from "./database/locks.ts";
import { keepDemoProgress } from "./demo/progress.ts";
import { openStoppablePostgres } from "./ingest/testing/stoppable-postgres.ts";
import { freePort } from "./mqtt/testing/mosquitto.ts";
import { addOrganization } from "./organizations/add-organization.ts";
import { startServer } from "./start-server.ts";
import { freshDatabase } from "./testing/fresh-database.ts";
import { DAY_MS } from "./time/durations.ts";

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

/** An empty database, and starts of a server on it that return the lines it printed. */
async function openInstallation() {
  const database = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), "dripline-start-"));
  const connections = connect(database.url);
  onTestFinished(async () => {
    await connections.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const start = async (settings: Record<string, string>) => {
    const lines: string[] = [];
    const config = readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SESSION_SECRET: "not a secret, for one test run only",
      PORT: "0",
      LOG_LEVEL: "silent",
      ...settings,
    });
    const server = await startServer(config, (line) => lines.push(line));
    return { server, lines };
  };
  return { connections, start };
}

test("loads no demo into a database with data of its own", async () => {
  const { connections, start } = await openInstallation();
  const { server, lines } = await start({ DEMO: "off" });
  const token = /first-admin\?token=(\S+)/.exec(lines.join("\n"))?.[1];
  const made = await fetch(`${server.url}/v1/first-admin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, email: "ann@example.com", password: "Quiet-Valve-88!", first_name: "Ann" }),
  });
  expect(made.status, await made.text()).toBe(201);
  await server.stop();
  const again = await start({ DEMO: "on" });
  onTestFinished(() => again.server.stop());
  expect(again.lines).toContain(
    "This database has data of its own, so the demo is not loaded. Set DEMO=off; for the demo, set another DATA_DIR or DATABASE_URL.",
  );
  expect(again.server.isDemo).toBe(false);
  const found = await sql`select email from users union all select name from organizations`.execute(connections.owner);
  expect(found.rows).toEqual([{ email: "ann@example.com" }]);
});

test("warns of the demo's public passwords where BASE_URL is another machine's", async () => {
  const { connections, start } = await openInstallation();
  const now = Date.now();
  await keepDemoProgress(connections, {
    loadedOn: Math.floor(now / DAY_MS),
    until: now,
    tokenIds: [],
    propertyIds: {},
  });
  const id = await connections.worker
    .transaction()
    .execute((tx) => addOrganization(tx, "Northlight Residential", true));
  await createDemoAccounts(connections, [{ id, propertyIds: [] }]);
  const warnings = async (baseUrl: string) => {
    const { server, lines } = await start({ DEMO: "on", BASE_URL: baseUrl });
    await server.stop();
    return lines.filter((line) => line.startsWith("Everybody knows the passwords of the demo's accounts."));
  };
  expect(await warnings("http://localhost:4000")).toEqual([]);
  expect(await warnings("https://water.example.com")).toEqual([expect.stringContaining("admin@dripline.example")]);
});
