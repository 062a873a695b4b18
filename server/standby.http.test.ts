import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sessionCookie, signedCookie } from "./accounts/sessions/session-cookie.ts";
import { hashToken, newToken } from "./accounts/tokens/secret-token.ts";
import { readConfig } from "./config.ts";
import { STATEMENT_MS } from "./database/connect.ts";
import {
  hasSystemPostgres,
  openSystemClusters,
  type SystemClusters,
  type SystemPostgres,
} from "./database/testing/system-postgres.ts";
import { freePort } from "./mqtt/testing/mosquitto.ts";
import { addOrganization, addProperty } from "./reporting/testing/places.ts";
import { type Server, startServer } from "./start-server.ts";

if (!hasSystemPostgres) console.warn("SKIPPED: reports of a standby are tested with Debian's postgresql-15 as root.");

const SECRET = "a secret for tests, of 32 characters and more";
const LIMIT_SECONDS = 2;
const LOGIN = "postgres:anything";
const REPORT = "/v1/reporting/my-properties/";
const PORTFOLIO = "/v1/reporting/portfolio-insights/overview";

let clusters: SystemClusters;
let standby: SystemPostgres;
let server: Server;
let metricsPort = 0;
let property = 0;
let organization = 0;
/** Cookies of an admin of the organization, and of one of the staff. */
let admin = "";
let staff = "";
let log = "";

beforeAll(async () => {
  if (!hasSystemPostgres) return;
  clusters = openSystemClusters();
  const primary = await clusters.add("primary");
  standby = await clusters.addStandby("standby", primary);
  metricsPort = await freePort();
  const settings = {
    DATABASE_URL: primary.urlOf(LOGIN),
    READ_DATABASE_URL: standby.urlOf(LOGIN),
    READ_MAX_LAG_SECONDS: String(LIMIT_SECONDS),
    SESSION_SECRET: SECRET,
    PORT: String(await freePort()),
    METRICS_PORT: String(metricsPort),
    DEMO: "off",
    LOG_LEVEL: "info",
  };
  const logTo = {
    write: (line: string) => {
      log += line;
    },
  };
  server = await startServer(readConfig(settings), () => {}, Date.now, logTo);
  const { connections } = server;
  organization = await addOrganization(connections, "Org");
  property = (await addProperty(connections, { name: "First", organization_id: organization, time_zone: "UTC" })).id;
  admin = await signIn("organization admin");
  staff = await signIn("IONAdmin");
}, 120_000);
afterAll(async () => {
  if (!hasSystemPostgres) return;
  await server?.stop();
  clusters?.close();
}, 60_000);
beforeEach(async ({ skip }) => {
  skip(!hasSystemPostgres, "There is no Postgres to make a standby of.");
  await onStandby("select pg_wal_replay_resume()");
  await vi.waitFor(async () => expect((await read(admin)).isOfStandby).toBe(true), { timeout: 20_000, interval: 100 });
});

async function signIn(role: "organization admin" | "IONAdmin"): Promise<string> {
  const { accounts } = server.connections;
  const token = newToken();
  const permissions = sql`array['reporting.view_asset_data_report', 'reporting.view_property_data_report']`;
  const isStaff = role === "IONAdmin";
  const added = await sql<{ id: number }>`
    insert into users (email, name, staff_role, staff_permissions)
    values (${`${token.slice(0, 8).toLowerCase()}@example.com`}, 'Somebody', ${isStaff ? role : null},
      ${isStaff ? permissions : sql`'{}'::text[]`}) returning id`.execute(accounts);
  const user = added.rows[0]?.id ?? 0;
  const soon = new Date(Date.now() + 3_600_000);
  await sql`insert into sessions (user_id, token_hash, expires_at) values (${user}, ${hashToken(token)}, ${soon})`.execute(
    accounts,
  );
  if (isStaff) await sql`insert into staff_organizations values (${user}, ${organization})`.execute(accounts);
  else {
    await sql`insert into memberships (user_id, organization_id, role, permissions)
      values (${user}, ${organization}, ${role}, ${permissions})`.execute(accounts);
  }
  return signedCookie(sessionCookie("http://localhost", SECRET), token, 0).replace(/;.*/, "");
}

async function onStandby(text: string) {
  const client = new pg.Client({ connectionString: standby.urlOf(LOGIN) });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

/** From now on the standby receives what is changed, but shows none of it. */
async function pauseReplay() {
  await onStandby("select pg_wal_replay_pause()");
  // It is only requested by then.
  await vi.waitFor(async () =>
    expect(await onStandby("select pg_get_wal_replay_pause_state() as state")).toEqual([{ state: "paused" }]),
  );
}

/** Reads a report as a browser with these cookies. */
async function read(cookie: string, path = REPORT, tag?: string) {
  const headers = { cookie, ...(tag === undefined ? {} : { "if-none-match": tag }) };
  const answer = await fetch(server.url + path, { headers });
  return {
    status: answer.status,
    text: await answer.text(),
    tag: answer.headers.get("etag") ?? "",
    isOfStandby: answer.headers.get("server-timing")?.includes("standby;dur=") ?? false,
  };
}

/** Changes the name of the property as somebody else would. */
async function rename(name: string): Promise<void> {
  const { worker } = server.connections;
  await worker.updateTable("properties").set({ name }).where("id", "=", property).execute();
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? Number.NaN);
}

/** 0 as long as there was none. */
const countOf = async (where: string) => (await metric(`dripline_standby_reports_total{read="${where}"}`)) || 0;

test("returns the same reports and ETags from standby and primary", async () => {
  await rename("Before");
  const mark = `${admin}; dripline_changed=1`;
  // The server's own work on the property may come in between.
  await vi.waitFor(async () => {
    const [one, primary] = [await read(admin), await read(mark)];
    expect([one.isOfStandby, primary.isOfStandby]).toEqual([true, false]);
    expect([one.text, one.tag]).toEqual([primary.text, primary.tag]);
    const [portfolio, portfolioOfPrimary] = [await read(admin, PORTFOLIO), await read(mark, PORTFOLIO)];
    expect([portfolio.isOfStandby, portfolioOfPrimary.isOfStandby]).toEqual([true, false]);
    expect([portfolio.text, portfolio.tag]).toEqual([portfolioOfPrimary.text, portfolioOfPrimary.tag]);
  });
  await pauseReplay();
  const before = await read(admin);
  await rename("After");
  const newer = await read(mark);
  expect([before.text, newer.text]).toEqual([expect.stringContaining("Before"), expect.stringContaining("After")]);
  const [old, stale] = [await read(admin, REPORT, before.tag), await read(admin, REPORT, newer.tag)];
  expect([old.status, old.isOfStandby]).toEqual([304, true]);
  expect([stale.status, stale.isOfStandby]).toEqual([200, true]);
  expect(stale.text).toContain("Before");
});

test("reads from the primary while the standby lags, and logs it once", async () => {
  await rename("Old");
  await vi.waitFor(async () => expect((await read(admin)).text).toContain("Old"));
  await pauseReplay();
  await rename("New");
  const paused = await read(admin);
  expect([paused.isOfStandby, paused.text]).toEqual([true, expect.stringContaining("Old")]);
  log = "";
  const behind = await countOf("behind");
  await pause((LIMIT_SECONDS + 2) * 1000);
  const late = await read(admin);
  expect([late.isOfStandby, late.text]).toEqual([false, expect.stringContaining("New")]);
  expect(await countOf("behind")).toBe((Number.isNaN(behind) ? 0 : behind) + 1);
  expect(await metric("dripline_standby_usable")).toBe(0);
  expect(await metric("dripline_standby_lag_seconds")).toBeGreaterThan(LIMIT_SECONDS);
  await pause(2500);
  expect(log.match(/the standby is more than 2 s behind/g)).toHaveLength(1);
});

test("shows users their own changes before the standby has them", async () => {
  await pauseReplay();
  const path = `${server.url}/v1/admin/staff/inventory/organizations/properties/${property}`;
  const changed = await fetch(path, {
    method: "PATCH",
    headers: { cookie: staff, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ name: "Mine" }),
  });
  expect(changed.status, await changed.text()).toBe(200);
  const set = changed.headers.getSetCookie().find((one) => one.startsWith("dripline_changed="));
  expect(set).toMatch(/^dripline_changed=1; Max-Age=3; Path=\/; HttpOnly; SameSite=Lax$/);
  const mine = await read(`${staff}; ${set?.replace(/;.*/, "")}`);
  expect([mine.isOfStandby, mine.text]).toEqual([false, expect.stringContaining("Mine")]);
  const others = await read(admin);
  expect([others.isOfStandby, others.text.includes("Mine")]).toEqual([true, false]);
});

test("applies a revoked right to reports read from the standby", async () => {
  expect(await read(admin, PORTFOLIO)).toMatchObject({ status: 200, isOfStandby: true });
  await pauseReplay();
  const { accounts } = server.connections;
  await accounts.updateTable("memberships").set({ permissions: [] }).execute();
  expect((await read(admin, PORTFOLIO)).status).toBe(403);
  await accounts.deleteFrom("memberships").execute();
  const left = await read(admin);
  expect(left.text).not.toContain('"id"');
  admin = await signIn("organization admin");
});

test("falls back to the primary when the standby stops, and returns when it is up", async () => {
  log = "";
  standby.stop();
  const first = await read(admin);
  expect([first.status, first.isOfStandby]).toEqual([200, false]);
  for (let n = 0; n < 5; n++) expect((await read(admin)).status).toBe(200);
  await pause(2500);
  expect(log.match(/Reports are read from the primary: the standby cannot be used/g)).toHaveLength(1);
  expect(await metric("dripline_standby_usable")).toBe(0);
  expect((await countOf("failed")) + (await countOf("unreachable"))).toBeGreaterThanOrEqual(6);
  standby.start();
  await vi.waitFor(async () => expect((await read(admin)).isOfStandby).toBe(true), { timeout: 20_000, interval: 100 });
  expect(log).toContain("Reports are read from the standby");
});

test("ends running reports when the standby vanishes, and reads them from the primary", async () => {
  standby.freeze();
  try {
    const began = performance.now();
    const first = await read(admin);
    expect([first.status, first.isOfStandby]).toEqual([200, false]);
    // Sooner than the statement times out.
    expect(performance.now() - began).toBeLessThan(STATEMENT_MS + 1000);
    expect(await countOf("failed")).toBeGreaterThanOrEqual(1);
    for (let n = 0; n < 3; n++) expect((await read(admin)).status).toBe(200);
  } finally {
    standby.thaw();
  }
  await vi.waitFor(async () => expect((await read(admin)).isOfStandby).toBe(true), { timeout: 20_000, interval: 100 });
});
