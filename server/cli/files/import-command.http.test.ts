import { spawn } from "node:child_process";
import { once } from "node:events";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { lockNumbers } from "../../database/locks.ts";
import { csvFile } from "../../imports/testing/csv-file.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { mainScript } from "../testing/run-dripline.ts";
import { runHere } from "../testing/run-here.ts";

let url: string;
let drop: () => Promise<void>;
let connections: Connections;

beforeAll(async () => {
  const database = await freshDatabase();
  url = database.url;
  drop = database.drop;
  connections = connect(url);
  const rows = ["Pine", "Fir"].map((name) => `${name},A,101,2,SPOE,S1,G1,America/Chicago`);
  const header = "property,building,unit,bedrooms,point,serial,gateway,time_zone";
  // Both wait for their first refresh.
  expect((await runHere(url, ["inventory", await csvFile([header, ...rows].join("\n"))])).code).toBe(0);
});

afterAll(async () => {
  await connections.close();
  await drop();
});

const hours = (day: string) =>
  Array.from({ length: 24 }, (_, hour) => `S1,${day}T${String(hour).padStart(2, "0")}:00:00Z,2`);
const fileOf = (day: string) => csvFile(["serial,hour,gallons", ...hours(day)].join("\n"));
const figuresOf = (name: string): RawBuilder<unknown> =>
  sql`${lockNumbers.propertyFigures}::int, (select id::int from properties where name = ${name})`;

/** Another server refreshes a property while this runs. */
async function whileRefreshed(name: string, work: () => Promise<void>): Promise<void> {
  await connections.worker.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(${figuresOf(name)})`.execute(session);
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${figuresOf(name)})`.execute(session);
    }
  });
}

test("brings the property of the file up to date, and waits for no other", async () => {
  await whileRefreshed("Fir", async () => {
    const { code, out } = await runHere(url, ["import", await fileOf("2026-05-01"), "--property", "Pine"]);
    expect([code, out]).toEqual([0, expect.stringContaining("stored 24, duplicate 0, rejected 0")]);
  });
  const days = await sql<{ gallons: number }>`
    select d.gallons::bigint as gallons from property_days d join properties p on p.id = d.property_id
    where p.name = 'Pine' and d.gallons > 0 order by d.day`.execute(connections.worker);
  expect(days.rows.reduce((sum, { gallons }) => sum + gallons, 0)).toBe(48_000);
});

test("prints what was stored when it is interrupted while leaks and totals are brought up to date", async () => {
  const args = [mainScript, "import", await fileOf("2026-05-02"), "--property", "Pine", "--json"];
  const env = { PATH: process.env.PATH, DATABASE_URL: url, SESSION_SECRET: "not a secret, for one test run only" };
  let out = "";
  let closed: Promise<unknown> = Promise.resolve();
  await whileRefreshed("Pine", async () => {
    const child = spawn(process.execPath, args, { env });
    closed = once(child, "close");
    child.stdout.on("data", (piece) => {
      out += String(piece);
    });
    try {
      await vi.waitFor(async () => expect(await waitingFor("Pine")).toBe(1), { timeout: 60_000, interval: 200 });
      child.kill("SIGINT");
      await vi.waitFor(() => expect(out).toContain("\n"), { timeout: 60_000, interval: 50 });
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  });
  expect(await closed).toEqual([130, null]);
  expect(JSON.parse(out)).toMatchObject({ interrupted: true, rows: 24, stored: 24, quarantine: null });
});

/** How many wait until the refresh of a property by another server is over. */
async function waitingFor(name: string): Promise<number> {
  const { rows } = await sql`
    select pid from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database()) and (classid::bigint, objid::bigint) = (${figuresOf(name)})`.execute(
    connections.worker,
  );
  return rows.length;
}
