import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFirstAdmin, openFirstAdmin } from "../accounts/first-admin.ts";
import { TEST_PASSWORD } from "../accounts/testing/test-site.ts";
import { readConfig } from "../config.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { refreshAll } from "../metering/refresh-all.ts";
import { type Server, startServer } from "../start-server.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { systemClock } from "../time/clock.ts";

const SECRET = "not a secret, for one test run only";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let folder: string;
let server: Server;
let gateway: TestGateway;

const first = Date.parse("2026-05-01T05:00:00Z");
const hour = (i: number) => new Date(first + i * 3_600_000).toISOString();
const hours = (serial: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({ serial, hour: hour(i), gallons: i % 4 }));
/** In litres, a quarter to each hour; at 2026-05-01T15:45:00Z it falls to the half. */
const registers = Array.from({ length: 48 }, (_, i) => ({
  serial: "A-1002",
  read_at: new Date(Date.parse(hour(i)) + 2_700_000).toISOString(),
  register: (i < 10 ? 48_200 : 24_100) + i,
}));

beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), "dripline-pages-"));
  const config = { DATABASE_URL: database.url, DATA_DIR: join(folder, "data"), SESSION_SECRET: SECRET };
  server = await startServer(readConfig({ ...config, DEMO: "off", PORT: "0", LOG_LEVEL: "silent" }), () => {});
  const { connections } = server;
  gateway = await addTestProperty(connections, "America/Chicago", [
    { serial: "A-1001", unit: "1", attachedTo: "SPOE", registerFactor: null },
    { serial: "A-1002", unit: "2", attachedTo: "SPOE", registerFactor: 264.172 },
  ]);
  const { propertyId } = gateway;
  await sql`update properties set name = 'Elm Street' where id = ${propertyId}`.execute(connections.worker);
  await sql`update gateways set serial_number = 'GW-1' where property_id = ${propertyId}`.execute(connections.worker);
  const token = await openFirstAdmin(connections, systemClock);
  const names = { firstName: "", lastName: "" };
  const admin = { token: token ?? "", email: "you@example.com", password: TEST_PASSWORD, ...names };
  await createFirstAdmin(connections, systemClock, admin, "");
  await send([
    ...hours("A-1001", 48),
    ...registers,
    ...[60, 61, 62].map((i) => ({ serial: "A-1001", hour: hour(i), gallons: 9000 })),
    { serial: "A-10001", hour: hour(9), gallons: 1 },
    { serial: "A-2002", read_at: hour(50), register: 3 },
  ]);
  await send("this is no JSON");
  await refreshAll(connections, systemClock);
  const rows = hours("A-1001", 24).map((row) => `${row.serial},${row.hour},${row.gallons}`);
  const file = ["serial,hour,gallons", ...rows, ""].join("\n");
  await writeFile(join(folder, "may.csv"), file);
  await writeFile(join(folder, "readings.csv.gz"), gzipSync(file));
  await writeFile(
    join(folder, "units.csv"),
    "property,building,unit,bedrooms,point,serial,gateway\nElm Street,Main,7,1,SPOE,A-7,GW-1\n",
  );
  await mkdir(join(folder, "archive", "property-1"), { recursive: true });
  const archived = [
    "serial,hour,gallons,flow_time,events,hours,sequence,class",
    `A-1001,${hour(70)},2.5,,,1,,0`,
    "",
  ].join("\n");
  await writeFile(join(folder, "archive", "property-1", "2026-07.hours.csv.gz"), gzipSync(archived));
  await paste(`curl -c jar -X POST ${server.url}/v1/session -H "Content-Type: application/json" \
    -d "{\\"email\\":\\"you@example.com\\",\\"password\\":\\"$PASSWORD\\"}"`);
});

afterAll(async () => {
  await server?.stop();
  await database?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function send(rows: readonly object[] | string) {
  const isText = typeof rows === "string";
  const headers = {
    authorization: `Bearer ${gateway.token}`,
    "content-type": isText ? "application/x-ndjson" : "application/json",
  };
  const body = isText ? rows : JSON.stringify(rows);
  const answer = await fetch(`${server.url}/v1/ingest/readings`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

/** The pages' example numbers, with the real ones of this test. */
async function standIns(): Promise<[string, string][]> {
  const { worker } = server.connections;
  const held = await sql<{ id: number }>`select id from quarantined_readings order by id`.execute(worker);
  const rejected = await sql<{ id: number }>`select id from rejected_readings where strpos(raw, 'A-10001') > 0`.execute(
    worker,
  );
  return [
    ["http://localhost:4000", server.url],
    ["properties/1/", `properties/${gateway.propertyId}/`],
    ["h17", `h${held.rows[0]?.id}`],
    ["h18", `h${held.rows[1]?.id}`],
    ["h19", `h${held.rows[2]?.id}`],
    ["r5-", `r${gateway.meterIds.get("A-1002")}-`],
    ['"id":31', `"id":${rejected.rows[0]?.id}`],
    ["repairs/12", "repairs/$(newest)"],
  ];
}

/** Runs a sample in a shell in the folder of the files; a response other than 2xx fails. */
async function paste(text: string): Promise<string> {
  const script = `
    npm() { shift 3; "$NODE" "$MAIN" "$@"; }
    curl() { command curl --fail-with-body -sS "$@"; }
    newest() {
      npm run dripline -- call GET "/v1/properties/Elm Street/repairs" --json |
        "$NODE" -p 'JSON.parse(require("fs").readFileSync(0)).find((row) => row.undone_at === null).id'
    }
    ${text}`;
  const env = {
    PATH: process.env.PATH,
    NODE: process.execPath,
    MAIN: join(import.meta.dirname, "main.ts"),
    DATABASE_URL: database.url,
    SESSION_SECRET: SECRET,
    DATA_DIR: join(folder, "data"),
    TOKEN: gateway.token,
    PASSWORD: TEST_PASSWORD,
  };
  const { stdout } = await promisify(execFile)("bash", ["-euo", "pipefail", "-c", script], { cwd: folder, env });
  return stdout;
}

test.each(["ingest", "correcting-readings", "imports"])(
  "the samples of docs/%s.md work when pasted",
  { timeout: 120_000 },
  async (name) => {
    const page = readFileSync(join(import.meta.dirname, `../../docs/${name}.md`), "utf8");
    const samples = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1] ?? "");
    expect(samples.length).toBeGreaterThan(2);
    for (const sample of samples) {
      let text = sample;
      for (const [written, here] of await standIns()) text = text.replaceAll(written, here);
      const output = await paste(text);
      expect(output, text).not.toMatch(/"rejected":\s*[1-9]/);
    }
  },
);
