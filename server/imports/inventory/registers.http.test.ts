import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { storeReadings } from "../../ingest/store/store.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { readInventoryFile } from "../files/inventory-file.ts";
import { csvFile } from "../testing/csv-file.ts";
import { NOW } from "../testing/import-file.ts";
import { applyInventory } from "./apply-inventory.ts";

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

const HEADER =
  "property,building,unit,point,serial,time_zone,register_unit,gallons_per_pulse,register_count,register_width,continuous_use_expected";

async function read(rows: string[]) {
  return readInventoryFile(await csvFile([HEADER, ...rows].join("\n"), "registers.csv"));
}

async function apply(organization: string, rows: string[]) {
  const { rows: read1, rejected } = await read(rows);
  const who = { userId: null, email: "command line", requestId: "", at: NOW };
  expect(rejected).toEqual([]);
  const { differences } = await applyInventory(
    connections,
    read1,
    { organization, propertyId: null, dryRun: false },
    who,
  );
  return differences.list.filter(({ change }) => change === "changed").flatMap(({ details }) => details.map(String));
}

test("converts pulses to gallons, from the inventory's row to the hour", async () => {
  await apply("Pulses", ["Oak,A,101,SPOE,P1,Etc/UTC,pulse,10,,1000,yes"]);
  const found = await sql<{ id: number; property_id: number }>`
    select id, property_id, register_unit, register_factor, count_gallons, register_width, continuous_use_expected
    from meters where serial_number = 'P1'`.execute(connections.worker);
  const kind = { register_unit: "pulse", register_factor: 10_000, count_gallons: 10_000, register_width: 1000 };
  expect(found.rows[0]).toMatchObject({ ...kind, continuous_use_expected: true });
  const propertyId = found.rows[0]?.property_id ?? 0;
  // The counter starts again at 1,000 pulses.
  const readings = [990, 992, 995, 1, 4].map((pulses, hour) => ({
    row: hour + 1,
    serial: "P1",
    raw: "",
    kind: "register" as const,
    at: NOW - (10 - hour) * 3_600_000,
    gallons: pulses * 1000,
    flowTime: null,
    events: null,
    hours: 1,
    minutes: null,
    sequence: 0,
    class: 0,
  }));
  const outcomes = await storeReadings(connections, { propertyId, source: "test" }, readings, () => NOW);
  expect(outcomes.map(({ status }) => status)).toEqual(readings.map(() => "stored"));
  await refreshAll(connections, () => NOW);
  const days = await sql<{ gallons: number }>`
    select sum(gallons_total)::float8 as gallons from meter_days where property_id = ${propertyId}`.execute(
    connections.worker,
  );
  expect(days.rows[0]?.gallons).toBe((2 + 3 + 6 + 3) * 10_000);
});

test("accepts register details later, and an empty cell changes nothing", async () => {
  await apply("Later", ["Elm,A,1,SPOE,L1,Etc/UTC,pulse,10,,,", "Elm,A,2,SPOE,L2,Etc/UTC,litre,,1,,"]);
  expect(await apply("Later", ["Elm,A,1,SPOE,L1,,,,,,", "Elm,A,2,SPOE,L2,,,,,,"])).toEqual([]);
  expect(await apply("Later", ["Elm,A,1,SPOE,L1,,pulse,1,,5000,yes", "Elm,A,2,SPOE,L2,,,,,99999,no"])).toEqual([
    "gallons_per_pulse 10 to 1",
    "register_count in thousandths of a gallon 10000 to 1000",
    "register_width none to 5000",
    "continuous_use_expected no to yes",
    "register_width none to 99999",
  ]);
});

const wrong: [string, RegExp][] = [
  ["Oak,A,101,SPOE,S1,,pulse,,,,", /gallons_per_pulse is empty/],
  ["Oak,A,101,SPOE,S1,,litre,10,,,", /belongs to register_unit pulse/],
  ["Oak,A,101,SPOE,S1,,pulse,0,,,", /gallons_per_pulse is 0; write how many/],
  ["Oak,A,101,SPOE,S1,,litre,,-1,,", /register_count is -1; write the smallest step/],
  ["Oak,A,101,SPOE,S1,,litre,,,0,", /register_width is 0; write where/],
  ["Oak,A,101,SPOE,S1,,,,,,maybe", /continuous_use_expected is "maybe". Write yes or no/],
];

test.each(wrong)("rejects %s with advice", async (row, reason) => {
  const { rejected } = await read([row]);
  expect(String(rejected[0]?.reason)).toMatch(reason);
});
