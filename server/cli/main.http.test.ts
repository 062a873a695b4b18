import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../database/connect.ts";
import { csvFile } from "../imports/testing/csv-file.ts";
import { gatewayOf } from "../ingest/tokens/gateway-token.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { runDripline } from "./testing/run-dripline.ts";
import { runHere } from "./testing/run-here.ts";

let url: string;
let drop: () => Promise<void>;
let connections: Connections;

beforeAll(async () => {
  const database = await freshDatabase();
  url = database.url;
  drop = database.drop;
  connections = connect(url);
  await dripline("inventory", await csvFile(OAK.replaceAll("Oak", "Pine")));
});

afterAll(async () => {
  await connections.close();
  await drop();
});

const dripline = (...args: string[]) => runHere(url, args);

const OAK = "property,building,unit,bedrooms,point,serial,gateway,time_zone\nOak,A,101,2,SPOE,S1,G1,America/Chicago\n";

// Covers command-line-6
test("an inventory import prints its changes, and its gateway gets a token", async () => {
  const inventory = await csvFile(OAK, "oak.csv");
  const dry = await dripline("inventory", inventory, "--dry-run");
  expect([dry.code, dry.error]).toEqual([0, ""]);
  expect(dry.out).toContain("+ meter Oak / S1: gallons by the hour\n");
  expect(dry.out).toContain("unit: 1 new, 0 changed, 0 unchanged\n");
  expect(dry.out).toContain("Dry run: nothing was changed.");
  expect((await dripline("inventory", inventory)).code).toBe(0);
  expect((await dripline("inventory", inventory)).out).toContain("Nothing changed: everything was up to date.");

  const tokens = "/v1/admin/properties/Oak/gateway-tokens";
  const made = await dripline("call", "POST", tokens, "gateway_serial_number=G1", "--fields", "token");
  const token = made.out.trim();
  expect(token).toMatch(/^dlg_\d+_[\w-]{43}$/);
  expect(await gatewayOf(connections.accounts, `Bearer ${token}`)).not.toBeNull();
  const listed = await dripline("call", "GET", tokens);
  expect(listed.out).toMatch(/^ *\d+ {2}G1 +\d{4}-/m);
  expect(listed.out).not.toContain(token.slice(-43));
  expect((await dripline("call", "DELETE", `${tokens}/${token.split("_")[1]}`)).code).toBe(0);
  expect(await gatewayOf(connections.accounts, `Bearer ${token}`)).toBeNull();
});

test("rejects invalid settings with the valid values, without printing passwords", async () => {
  const wrong = { PORT: "abc", DEMO: "yes", DATABASE_URL: "mysql://me:hidden@db", UPLOAD_LIMIT_MB: "0" };
  // As from a shell, in a process of its own; every other command runs in this one.
  const { code, error } = await runDripline(url, ["call", "GET", "/v1/alerts"], wrong);
  expect([code, error.split("\n")]).toEqual([
    2,
    [
      "These settings do not work:",
      "  DATABASE_URL must be an address such as postgres://user:password@db.example.com:5432/dripline.",
      '  PORT must be a number, not the text "abc".',
      '  DEMO must be on or off, not the text "yes".',
      "  UPLOAD_LIMIT_MB must be at least 1, not 0.",
      "",
    ],
  ]);
});

test("a rejected inventory prints only what to correct", async () => {
  const { code, out } = await dripline("inventory", await csvFile(`${OAK}Oak,A,102,2,SPOE,S1,G1,\n`));
  expect(code).toBe(1);
  expect(out).toBe(
    'Row 3: the serial number "S1" stands in row 2 already. Remove or correct one of them.\n' +
      "Nothing was changed. Correct this row and import the file again.\n",
  );
});

test("prints and writes rejected rows; importing the file again changes nothing", async () => {
  const rows = [
    "serial,hour,gallons",
    "S1,2026-05-01T00:00Z,1.5",
    "S1,2026-05-01T01:00Z,=cmd",
    "S1,2026-05-01T02:00Z,2",
  ];
  const readings = await csvFile(rows.join("\n"), "may.csv");
  const rejectedFile = `${readings}.rejected`;
  const bad = await dripline("import", readings, "--property", "Pine", "--rejected", rejectedFile);
  expect(bad.code).toBe(1);
  expect(bad.out).toContain("3 rows read as dripline (gallons)");
  expect(bad.out).toContain("stored 2, duplicate 0, rejected 1");
  expect(bad.out).toContain('Row 3: gallons is "=cmd", which is not a number.');
  expect(await readFile(rejectedFile, "utf8")).toBe(
    '\uFEFFline,code,reason,raw\r\n3,unparsable,"Row 3: gallons is ""=cmd"", which is not a number. Write it in digits.","S1,2026-05-01T01:00Z,=cmd"\r\n',
  );
  const good = await csvFile([rows[0], rows[1], rows[3]].join("\n"));
  const again = await dripline("import", good, "--property", "Pine", "--json");
  expect(again.code).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({ rows: 2, stored: 0, duplicate: 2, rejected: 0 });
  expect((await dripline("import", good, "--property", "Pine")).out).toContain(
    "Nothing changed: everything was already stored.",
  );
  const waiting = await sql`
    select p.id from properties p join changes c on c.property_id = p.id where p.name = 'Pine'`.execute(
    connections.worker,
  );
  expect(waiting.rows).toEqual([]);
});

test("creates property and units for readings without an inventory, refreshed when the command returns", async () => {
  const rows = Array.from({ length: 48 }, (_, hour) => {
    const at = new Date(Date.UTC(2016, 2, 1, hour)).toISOString();
    return `home-1;${at.slice(8, 10)}/${at.slice(5, 7)}/2016 ${at.slice(11, 19)};${1000 + 3 * hour};3`;
  });
  const path = await csvFile(["user key;datetime;meter reading;diff", ...rows].join("\n"));
  const made = await dripline("import", path, "--property", "Alicante", "--create-units");
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toContain("48 rows read as daiad (registers in liters), local times in Europe/Madrid");
  expect(made.out).toContain("made 1 unit in the building Main");
  expect(made.out).toContain("in sum of 1 meter  141");
  expect(made.out).toContain("hours and catch-up add up exactly to how far the registers rose");
  const days = await connections.worker.selectFrom("property_days").selectAll().execute();
  expect(days.filter((day) => day.gallons !== null && day.gallons > 0).length).toBeGreaterThan(1);
});

// Covers command-line-8
test.each([
  [
    ["import", "nowhere.csv", "--property", "Oak"],
    2,
    /^There is no file nowhere\.csv\. Check its name and folder\.\n$/,
  ],
  [["import", "nowhere.csv"], 2, /no file nowhere\.csv/],
  [["inventory", "/"], 2, /\/ is a folder/],
  [
    ["import", "FILE", "--property", "Pine", "--rejected", "/nowhere/rows.csv"],
    2,
    /--rejected \/nowhere\/rows\.csv cannot be written/,
  ],
  [["import", "--property", "Oak"], 2, /missing required argument/],
  [["import", "FILE"], 2, /--property NAME_OR_ID/],
  [["import", "FILE", "--property", "Elm"], 2, /no property "Elm".*--create-units/],
  [["import", "FILE", "--property", "Elm", "--create-units"], 2, /"Elm" is new: give its --time-zone/],
  ...[[], ["--dry-run"]].map((rest): [string[], number, RegExp] => [
    ["import", "FILE", "--property", "pINE", "--create-units", "--time-zone", "Etc/UTC", ...rest],
    2,
    /has a property "Pine" already\. Write its name with the same capital letters\./,
  ]),
  [["import", "FILE", "--property", "Elm", "--time-zone", "Chicago"], 2, /--time-zone Chicago does not exist/],
  [
    ["import", "FILE", "--property", "Elm", "--format", "ampds2"],
    1,
    /columns "unix_ts" and "counter" are not in the file/,
  ],
  [["import", "FILE", "--property", "Elm", "--serial", "S1"], 2, /--serial is for files without/],
  [["call", "GET", "/v1/properties/Elm/gateways/G9/uplink-mapping"], 2, /no property "Elm"/],
  [["call", "GET", "/v1/properties/Pine/gateways/G2/uplink-mapping"], 2, /no gateway "G2"\. Did you mean G1/],
  [["call", "DELETE", "/v1/admin/properties/Pine/gateway-tokens/99"], 2, /There is no such token/],
  [["call", "GET", "/v1/alrets"], 2, /no call "GET \/v1\/alrets"\. Did you mean GET \/v1\/alerts/],
  [["call", "GET", "/v1/alerts", "stat=open"], 2, /no field "stat" of GET \/v1\/alerts\. Did you mean state/],
  [["call", "GET", "/v1/alerts", "open"], 2, /Give NAME=VALUE/],
  [["call", "GET", "/v1/properties/{property_id}/repairs"], 2, /Give property_id=VALUE/],
  [["call", "POST", "/v1/properties/Pine/repairs", "csv.txt=a"], 2, /takes no csv\.txt/],
  [["call", "POST", "/v1/properties/Pine/repairs", "--body", "FILE"], 2, /FILE cannot be read as JSON/],
  [["sessions", "lst"], 2, /unknown command 'lst'\n\(Did you mean list\?\)/],
  [["importt"], 2, /unknown command 'importt'\n\(Did you mean import\?\)/],
])("%j ends with %i and says why", async (args, code, sentence) => {
  const path = await csvFile("serial,hour,gallons\nS1,2026-05-01T00:00Z,1\n");
  const ended = await dripline(...args.map((arg) => (arg === "FILE" ? path : arg)));
  expect(ended.error.replaceAll(path, "FILE")).toMatch(sentence);
  expect(ended.code).toBe(code);
});

test("prints the link for the first administrator until there is a user", async () => {
  const { code, out, error } = await dripline("first-admin");
  expect(code).toBe(0);
  expect(out).toMatch(/^http:\/\/localhost:4000\/first-admin\?token=[\w-]{43}\n$/);
  expect(error).toMatch(/works once and ends after 24 hours/);
});
