import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../../database/connect.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { readInventoryFile } from "../files/inventory-file.ts";
import { csvFile } from "../testing/csv-file.ts";
import { importFile, NOW } from "../testing/import-file.ts";
import { applyInventory } from "./apply-inventory.ts";
import { inventoryKinds } from "./difference.ts";

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
  "property,building,unit,bedrooms,point,serial,gateway,time_zone,city,register_unit,register_count,in_service_since";

/** Applies these rows; the counts of new, changed and unchanged things by kind, where there are any. */
async function apply(organization: string, rows: string[], dryRun = false) {
  const read = await readInventoryFile(await csvFile([HEADER, ...rows].join("\n"), "inventory.csv"));
  expect(read.rejected).toEqual([]);
  const { differences, rejected, applied } = await applyInventory(
    connections,
    read.rows,
    { organization, propertyId: null, dryRun },
    { userId: null, email: "command line", requestId: "", at: NOW },
  );
  const counts: Record<string, string> = {};
  for (const kind of inventoryKinds) {
    const count = (["new", "changed", "unchanged"] as const).map((change) => differences.count(kind, change));
    if (count.some((number) => number > 0)) counts[kind] = count.join(" ");
  }
  const list = differences.list.map((one) => ({ ...one, details: one.details.map(String) }));
  const reasons = rejected.map((row) => ({ ...row, reason: String(row.reason) }));
  return { counts, rejected: reasons, applied, list, changed: list.filter(({ change }) => change === "changed") };
}

async function places(organization: string): Promise<unknown[]> {
  const found = await sql`
    select p.name as property, p.city, b.name as building, u.name as unit, u.bedrooms, pt.attached_to, pt.label,
      m.serial_number, g.serial_number as gateway, m.register_unit, s.began_at, s.ended_at
    from organizations o join properties p on p.organization_id = o.id
    join meters m on m.property_id = p.id
    join meter_services s on s.property_id = p.id and s.meter_id = m.id
    join meter_points pt on pt.property_id = p.id and pt.id = s.point_id
    join buildings b on b.property_id = p.id and b.id = pt.building_id
    left join units u on u.property_id = p.id and u.id = pt.unit_id
    left join gateways g on g.property_id = p.id and g.id = m.gateway_id
    where o.name = ${organization} order by m.serial_number, s.id`.execute(connections.worker);
  return found.rows;
}

async function version(organization: string): Promise<number | undefined> {
  const found = await sql<{ version: number }>`
    select p.inventory_version as version from properties p join organizations o on o.id = p.organization_id
    where o.name = ${organization} order by p.id`.execute(connections.worker);
  return found.rows[0]?.version;
}

const oak = [
  "Oak,A,101,2,SPOE,S1,G1,America/Chicago,Austin,,",
  "Oak,A,101,,Toilet,S2,G1,,,,",
  "Oak,A,102,0,DPOE,S3,G1,,,litre,1",
  "Oak,A,102,0,DPOE,S4,G2,,,litre,1",
  "Oak,A,,,Irrigation,S5,,,,,",
];

test("the dry run reports the import's changes without applying them; a second import finds none", async () => {
  const expected = {
    organization: "1 0 0",
    property: "1 0 0",
    building: "1 0 0",
    unit: "2 0 0",
    gateway: "2 0 0",
    point: "5 0 0",
    meter: "5 0 0",
  };
  const dry = await apply("First", oak, true);
  expect([dry.counts, dry.applied]).toEqual([expected, false]);
  expect(await places("First")).toEqual([]);
  const real = await apply("First", oak);
  expect([real.counts, real.applied]).toEqual([expected, true]);
  const before = await places("First");
  expect(before).toHaveLength(5);
  const versionBefore = await version("First");
  const again = await apply("First", oak);
  expect(again.counts).toEqual({
    property: "0 0 1",
    building: "0 0 1",
    unit: "0 0 2",
    gateway: "0 0 2",
    point: "0 0 5",
    meter: "0 0 5",
  });
  expect(await places("First")).toEqual(before);
  expect(await version("First")).toBe(versionBefore);
});

test("changes what the file changes, and keeps what it leaves empty or does not name", async () => {
  await apply("Second", oak);
  const versionBefore = await version("Second");
  const changed = ["Oak,A,101,3,SPOE,S1,G3,,Dallas,,", "Oak,A,103,1,Toilet,S2,,,,,"];
  const dry = await apply("Second", changed, true);
  const { counts, changed: list } = await apply("Second", changed);
  expect(dry.counts).toEqual(counts);
  expect(counts).toEqual({
    property: "0 1 0",
    building: "0 0 1",
    unit: "1 1 0",
    gateway: "1 0 0",
    point: "1 0 1",
    meter: "0 2 0",
  });
  expect(list.map(({ kind, details }) => `${kind}: ${details.join(", ")}`)).toEqual([
    "property: city Austin to Dallas",
    "unit: bedrooms 2 to 3",
    "meter: gateway G1 to G3",
    "meter: moved to A / 103 / Toilet",
  ]);
  const after = await places("Second");
  expect(after).toMatchObject([
    { serial_number: "S1", gateway: "G3", bedrooms: 3, city: "Dallas" },
    { serial_number: "S2", gateway: "G1", unit: "103", began_at: null },
    { serial_number: "S3", register_unit: "litre" },
    { serial_number: "S4" },
    { serial_number: "S5", unit: null },
  ]);
  expect(await version("Second")).toBeGreaterThan(versionBefore ?? 0);
});

test("applies nothing with one bad row", async () => {
  const { rejected, applied } = await apply("Third", [...oak, "Oak,A,101,,SPOE,S6,,,,,"]);
  expect(applied).toBe(false);
  expect(rejected.map(({ row, code }) => [row, code])).toEqual([[7, "too_many_entries"]]);
  expect(await places("Third")).toEqual([]);
  const zoneless = await apply("Third", ["Elm,A,1,1,SPOE,S1,,,,,"]);
  expect(zoneless.rejected[0]?.reason).toMatch(/Row 2: the property "Elm" is new. Say its time_zone/);
});

test.each<[string, string[]]>([
  ["two DPOE meters beside the SPOE", ["Oak,A,101,,DPOE,D1,,,,,", "Oak,A,101,,DPOE,D2,,,,,"]],
  ["an SPOE meter beside two DPOE", ["Oak,A,102,,SPOE,D1,,,,,"]],
])("rejects %s of a unit, as the screen does", async (what, rows) => {
  const organization = `Entries: ${what}`;
  await apply(organization, oak);
  const before = await places(organization);
  for (const dryRun of [true, false]) {
    const { rejected, applied } = await apply(organization, rows, dryRun);
    expect([rejected.map(({ row, code }) => [row, code]), applied]).toEqual([[[2, "too_many_entries"]], false]);
    expect(rejected[0]?.reason).toMatch(
      /^Row 2: unit 10[12] has its whole supply metered by "S[13]" already\. .* Take that one out first\.$/,
    );
  }
  expect(await places(organization)).toEqual(before);
});

test("replaces the SPOE meter of a unit by two DPOE meters when the file lists it elsewhere", async () => {
  await apply("Exchange", oak);
  const { rejected, applied } = await apply("Exchange", [
    "Oak,A,103,,SPOE,S1,,,,,",
    "Oak,A,101,,DPOE,D1,,,,,",
    "Oak,A,101,,DPOE,D2,,,,,",
    "Oak,A,102,,DPOE,D3,,,,,",
  ]);
  expect([rejected, applied]).toEqual([[], true]);
});

test.each([true, false])("rejects a duplicate serial number with a message (dry run: %s)", async (dryRun) => {
  const { counts, rejected, applied } = await apply("Sixth", [...oak, "Oak,A,104,,SPOE,S1,,,,,"], dryRun);
  expect([counts, applied]).toEqual([{}, false]);
  expect(rejected.map(({ reason }) => reason)).toEqual([
    'Row 7: the serial number "S1" stands in row 2 already. Remove or correct one of them.',
  ]);
  expect(await places("Sixth")).toEqual([]);
});

test("reports a replaced meter as a change, with or without readings", async () => {
  await apply("Seventh", oak);
  const swap = ["Oak,A,101,2,SPOE,S7,G1,,,,"];
  const fresh = await apply("Seventh", swap, true);
  await readS1("Seventh");
  const read = await apply("Seventh", swap, true);
  for (const { counts, list } of [fresh, read]) {
    expect(counts).toMatchObject({ meter: "1 1 0" });
    expect(list).toEqual([
      { kind: "meter", name: "Oak / S1", change: "changed", details: ["out of A / 101 / SPOE, replaced by S7"] },
      { kind: "meter", name: "Oak / S7 (in place of S1)", change: "new", details: ["gallons by the hour"] },
    ]);
  }
  const exchange = ["Oak,A,101,2,SPOE,S7,G1,,,,", "Oak,A,104,1,SPOE,S1,G1,,,,"];
  const moved = await apply("Seventh", exchange, true);
  expect(moved.changed.map(({ name, details }) => [name, details])).toEqual([
    ["Oak / S1", ["moved to A / 104 / SPOE"]],
  ]);
});

test("a meter without readings leaves no history where another one replaces it", async () => {
  await apply("Eighth", oak);
  await apply("Eighth", ["Oak,A,101,2,SPOE,S7,G1,,,,"]);
  const after = await places("Eighth");
  expect(after).toHaveLength(5);
  expect(after.at(-1)).toMatchObject({ serial_number: "S7", unit: "101", began_at: null, ended_at: null });
  // A local day in Chicago.
  const start = Date.parse("2026-05-01T05:00Z");
  const hours = Array.from({ length: 24 }, (_, i) => `S7,${new Date(start + i * HOUR_MS).toISOString()},3`);
  await importInto("Eighth", hours);
  await refreshAll(connections, () => NOW);
  const days = await sql`
    select d.day, d.gallons, d.is_read, p.top_meters, p.top_meters_read
    from unit_days d join units u on u.property_id = d.property_id and u.id = d.unit_id
    join property_days p on p.property_id = d.property_id and p.day = d.day
    where u.name = '101' and d.property_id = ${await propertyOf("Eighth")}`.execute(connections.worker);
  expect(days.rows).toMatchObject([{ day: "2026-05-01", gallons: 72_000, is_read: true, top_meters_read: 1 }]);
});

async function propertyOf(organization: string): Promise<number> {
  const found = await sql<{ id: number }>`
    select p.id from properties p join organizations o on o.id = p.organization_id where o.name = ${organization}`.execute(
    connections.worker,
  );
  return found.rows[0]?.id ?? 0;
}

/** Imports hourly readings of the organization's property, and expects all to be stored. */
async function importInto(organization: string, rows: string[]): Promise<void> {
  const readings = await csvFile(["serial,hour,gallons", ...rows, ""].join("\n"));
  const { report } = await importFile(connections, await propertyOf(organization), readings);
  expect(report.stored).toBe(rows.length);
}

/** Gives meter S1 of the organization's property a reading. */
const readS1 = (organization: string) => importInto(organization, ["S1,2026-05-01T00:00Z,1"]);

test("a meter with readings that moves leaves its history at the old place", async () => {
  await apply("Fifth", oak);
  await readS1("Fifth");
  await apply("Fifth", ["Oak,A,103,1,SPOE,S1,,,,,"]);
  expect((await places("Fifth")).slice(0, 2)).toMatchObject([
    { serial_number: "S1", unit: "101", began_at: null, ended_at: new Date(NOW) },
    { serial_number: "S1", unit: "103", began_at: new Date(NOW), ended_at: null },
  ]);
});

test("a swap of a meter with readings ends one period of service and starts another", async () => {
  await apply("Fourth", oak);
  await readS1("Fourth");
  await apply("Fourth", ["Oak,A,101,2,SPOE,S7,G1,,,,"]);
  const after = await places("Fourth");
  expect(after).toMatchObject([
    { serial_number: "S1", unit: "101", attached_to: "SPOE", began_at: null, ended_at: new Date(NOW) },
    { serial_number: "S2" },
    { serial_number: "S3" },
    { serial_number: "S4" },
    { serial_number: "S5" },
    { serial_number: "S7", unit: "101", attached_to: "SPOE", began_at: new Date(NOW), ended_at: null },
  ]);
  const zone = await apply("Fourth", ["Oak,A,101,2,SPOE,S7,G1,America/Denver,,,"]);
  expect(zone.rejected[0]?.reason).toMatch(/has readings by the days of America\/Chicago/);
});

test("rejects names that differ from known ones, or others of the file, in capital letters only", async () => {
  await apply("Eleventh", ["Oak,Main,101a,2,SPOE,S1,,America/Chicago,Austin,,,"]);
  const rejected = async (...rows: string[]) =>
    (await apply("Eleventh", rows)).rejected.map(({ row, column, reason }) => [row, column, reason]);
  expect(await rejected("Oak,MAIN,101a,,SPOE,S1,,,,,,")).toEqual([
    [2, "building", expect.stringContaining('another building is called "Main" but for capital letters')],
  ]);
  expect(await rejected("Oak,Main,101A,,SPOE,S1,,,,,,")).toEqual([
    [2, "unit", expect.stringContaining('another unit of the building is called "101a" but for capital letters')],
  ]);
  expect(await rejected("Oak,North,1,,SPOE,S2,,,,,,", "Oak,NORTH,1,,SPOE,S3,,,,,,")).toHaveLength(1);
  expect(await places("Eleventh")).toHaveLength(1);
});

test("a first day of service stays that day when the time zone is corrected", async () => {
  const row = (zone: string, since: string) => [`Oak,A,101,2,SPOE,S1,,${zone},Austin,,,${since}`];
  await apply("Tenth", row("America/Chicago", "2026-05-01"));
  await apply("Tenth", row("America/Los_Angeles", ""));
  expect(await places("Tenth")).toMatchObject([{ began_at: new Date("2026-05-01T07:00:00Z") }]);
});

test("a meter that joins a unit with readings needs its first day, which the file can change", async () => {
  await apply("Ninth", ["Oak,A,101,2,Toilet,S1,,America/Chicago,Austin,,"]);
  await readS1("Ninth");
  const entry = (since: string) => [`Oak,A,101,,SPOE,S2,,,,,,${since}`];
  const question = await apply("Ninth", entry(""));
  expect(question).toMatchObject({ applied: false, rejected: [{ row: 2, column: "in_service_since" }] });
  expect(question.rejected[0]?.reason).toMatch(/^Row 2: other meters of its unit have readings already.*"always"/);
  expect(await places("Ninth")).toHaveLength(1);
  for (const [cell, reason] of [
    ["2026-02-30", /in_service_since is "2026-02-30". Write/],
    ["3/4/2026", /in_service_since is "3\/4\/2026". Write/],
    ["2126-01-01", /cannot be in service from a day to come/],
  ] as const) {
    const read = await readInventoryFile(await csvFile([HEADER, ...entry(cell)].join("\n"), "inventory.csv"));
    const rejected = read.rejected.length > 0 ? read.rejected : (await apply("Ninth", entry(cell))).rejected;
    expect(rejected.map((row) => [row.column, String(row.reason)])).toEqual([
      ["in_service_since", expect.stringMatching(reason)],
    ]);
  }
  expect(await apply("Ninth", entry("May 2 2026"))).toMatchObject({ applied: true });
  // Local midnight in Chicago.
  expect((await places("Ninth"))[1]).toMatchObject({ began_at: new Date("2026-05-02T05:00:00Z") });
  expect((await apply("Ninth", entry("2026-05-02"))).changed).toEqual([]);
  const earlier = await apply("Ninth", entry("2026-05-01"));
  expect(earlier.changed.map(({ details }) => details)).toEqual([["in_service_since 2026-05-02 to 2026-05-01"]]);
  const always = await apply("Ninth", entry("always"));
  expect(always.changed.map(({ details }) => details)).toEqual([["in_service_since 2026-05-01 to always"]]);
  expect((await places("Ninth"))[1]).toMatchObject({ began_at: null });
  expect((await apply("Ninth", entry(""))).changed).toEqual([]);
});
