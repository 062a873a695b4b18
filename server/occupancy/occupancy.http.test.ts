import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { occupancyCalls } from "../../contract/inventory/occupancy.ts";
import { inScope } from "../database/connect.ts";
import { csvFile } from "../imports/testing/csv-file.ts";
import { everyHour, writeDay } from "../reporting/testing/hours.ts";
import { addMeter, addProperty, addUnit, type TestMeter, type TestProperty } from "../reporting/testing/places.ts";
import { rollUp } from "../reporting/testing/roll-up.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import { readRentRoll } from "./rent-roll.ts";
import { storeOccupancy } from "./store-occupancy.ts";

const list = occupancyCalls["GET /v1/properties/{property_id}/occupancy"].response;
/** 07:00 on 10 June in Chicago: the last complete days are the 3rd to the 9th. */
const NOW = "2026-06-10T12:00:00Z";

let site: ScopedApp;
let oak: TestProperty;
let foreign: TestProperty;
const meters: TestMeter[] = [];

beforeAll(async () => {
  site = await scopedApp(NOW);
  const { connections } = site;
  oak = await addProperty(connections, { name: "Oak", time_zone: "America/Chicago" });
  foreign = await addProperty(connections, { name: "Foreign", time_zone: "America/Chicago" });
  for (const [building, unit] of [
    ["A", "101"],
    ["A", "102"],
    ["B", "101"],
  ] as const) {
    const place = await addUnit(connections, oak, building, unit);
    meters.push(await addMeter(connections, place, "SPOE", `${building}-${unit}`));
  }
  await addUnit(connections, foreign, "A", "101");
});
afterAll(() => site.close());
beforeEach(async () => {
  site.clock.now = Date.parse(NOW);
  for (const table of ["occupancy", "meter_days", "unit_days"]) {
    await sql`delete from ${sql.table(table)}`.execute(site.connections.worker);
  }
});

async function units(query = "") {
  const answer = await site.ask({ propertyIds: [oak.id] }, "GET", `/v1/properties/${oak.id}/occupancy${query}`);
  expect(answer.status, answer.text).toBe(200);
  return list.parse(answer.json()).results;
}

const putOccupancy = (rows: object[], as_of?: string) =>
  site.ask({ propertyIds: [oak.id] }, "PUT", `/v1/properties/${oak.id}/occupancy`, { as_of, rows });

/** What A 101 is on a day. */
async function on(day: string) {
  site.clock.now = Date.parse(`${day}T12:00:00Z`);
  const [first] = await units();
  return first?.occupancy;
}

test("stores valid rows and returns a reason for the others", async () => {
  const answer = await putOccupancy([
    { unit: "101", building: "a", status: "Occupied", move_in: "1/5/2025" },
    { unit: "102", status: "Vacant Unrented", move_out: "2026-06-02" },
    { unit: "101", status: "vacant" },
    { unit: "999", status: "vacant" },
    { unit: "101", building: "B", status: "maybe" },
    { unit: "101", building: "B", status: "vacant", move_in: "2026-02-30" },
    { unit: "101", building: "B", status: "vacant", move_out: "0000-01-01" },
    { unit: "102", status: "vacant", as_of: "2026-06-11" },
    { unit: "", status: "vacant" },
  ]);
  expect(answer.json()).toMatchObject({ received: 9, stored: 2, rejected: 7 });
  expect(codesOf(answer)).toEqual([
    "stored",
    "stored",
    "ambiguous_unit",
    "unknown_unit",
    "status",
    "date",
    "date",
    "future",
    "missing_value",
  ]);
  expect(await units()).toMatchObject([
    {
      building_name: "A",
      unit_name: "101",
      occupancy: "occupied",
      as_of: "2026-06-10",
      move_in: "2025-01-05",
      source: "somebody@example.com",
    },
    { building_name: "A", unit_name: "102", occupancy: "vacant", as_of: "2026-06-10", move_out: "2026-06-02" },
    {
      building_name: "B",
      unit_name: "101",
      occupancy: "unknown",
      as_of: null,
      source: null,
      last_7_days_gallons: null,
    },
  ]);
  expect(await units("?occupancy=vacant")).toHaveLength(1);
});

const codesOf = (answer: Awaited<ReturnType<typeof putOccupancy>>) =>
  occupancyCalls["PUT /v1/properties/{property_id}/occupancy"].response
    .parse(answer.json())
    .rows.map((row) => row.code ?? row.status);

test("stores the rows of a unit and a day together, so that those sent again replace nothing", async () => {
  const stays = { building: "A", unit: "101", status: "occupied", move_in: "2020-01-01" };
  const leaves = { building: "a", unit: "101", status: "occupied", move_in: "2024-03-01" };
  const other = { unit: "102", status: "occupied" };
  const earlier = { ...stays, as_of: "2026-06-01" };
  const wrong = await putOccupancy([stays, other, earlier, { ...leaves, move_out: "13/40/2026" }]);
  expect(codesOf(wrong)).toEqual(["rejected_together", "stored", "stored", "date"]);
  expect(codesOf(await putOccupancy([stays, { ...leaves, move_out: "6/30/2026" }]))).toEqual(["stored", "stored"]);
  expect((await units())[0]).toMatchObject({ as_of: "2026-06-10", move_in: "2020-01-01", move_out: null });
});

test("stores no row of a unit that is both vacant and occupied, in whatever order", async () => {
  const rows = ["vacant", "occupied"].map((status) => ({ unit: "102", status }));
  for (const sent of [rows, rows.toReversed()]) {
    expect(codesOf(await putOccupancy(sent))).toEqual(["contradiction", "contradiction"]);
  }
  expect((await units())[1]).toMatchObject({ unit_name: "102", occupancy: "unknown", as_of: null });
});

test("finds a unit as its name is written where another one differs in capital letters only", async () => {
  const { connections } = site;
  const elm = await addProperty(connections, { name: "Elm", time_zone: "America/Chicago" });
  for (const unit of ["1a", "1A"]) await addUnit(connections, elm, "North", unit);
  const path = `/v1/properties/${elm.id}/occupancy`;
  const who = { propertyIds: [elm.id] };
  const rows = [{ building: "North", unit: "1A", status: "vacant" }];
  const answer = await site.ask(who, "PUT", path, { rows });
  expect(codesOf(answer)).toEqual(["stored"]);
  const found = list.parse((await site.ask(who, "GET", `${path}?occupancy=vacant`)).json()).results;
  expect(found.map(({ unit_name }) => unit_name)).toEqual(["1A"]);
  const north = await site.ask(who, "PUT", path, { rows: [{ building: "north", unit: "1A", status: "vacant" }] });
  expect(codesOf(north)).toEqual(["ambiguous_unit"]);
});

test("returns reasons in the language of the request", async () => {
  const rows = [
    { unit: "999", building: "A", status: "vacant" },
    { unit: "101", status: "maybe" },
    { unit: "", status: "vacant" },
  ];
  const path = `/v1/properties/${oak.id}/occupancy`;
  const answer = await site.ask(
    { propertyIds: [oak.id] },
    "PUT",
    path,
    { rows },
    { "accept-language": "es-MX,es;q=0.9" },
  );
  expect(answer.json()).toMatchObject({
    rows: [
      { reason: "No hay ninguna unidad “999” de A. Corríjala o agréguela al inventario." },
      { reason: "status es “maybe”. Escriba occupied o vacant." },
      { reason: "unit está vacío. Complételo." },
    ],
  });
});

test("filters by unit, and rejects a unit that does not exist", async () => {
  const all = await units();
  const wanted = all.find(({ building_name, unit_name }) => building_name === "B" && unit_name === "101");
  expect(await units(`?unit_id=${wanted?.unit_id}`)).toEqual([wanted]);
  expect(await units(`?unit_id=${wanted?.unit_id}&building_id=${all[0]?.building_id}`)).toEqual([]);
  const unknown = await site.ask({ propertyIds: [oak.id] }, "GET", `/v1/properties/${oak.id}/occupancy?unit_id=999999`);
  expect(unknown.status).toBe(404);
});

test("the newest dated statement counts, in whatever order it arrives", async () => {
  const row = { building: "A", unit: "101" };
  await putOccupancy([{ ...row, status: "vacant" }], "2026-06-08");
  await putOccupancy([{ ...row, status: "occupied" }], "2026-06-01");
  expect(await on("2026-06-10")).toBe("vacant");
  await putOccupancy([{ ...row, status: "occupied" }], "2026-06-08");
  expect(await on("2026-06-10")).toBe("occupied");
});

test("changes the state on the day of an announced move", async () => {
  const row = { building: "A", unit: "101" };
  await putOccupancy([{ ...row, status: "notice", move_out: "2026-06-15" }]);
  expect(await on("2026-06-15")).toBe("occupied");
  expect(await on("2026-06-16")).toBe("vacant");
  await putOccupancy([{ ...row, status: "vacant", move_in: "2026-06-20" }]);
  expect(await on("2026-06-19")).toBe("vacant");
  expect(await on("2026-06-20")).toBe("occupied");
});

test("a unit that was vacant on the morning of a move in is occupied from the next day on", async () => {
  await putOccupancy([{ building: "A", unit: "101", status: "vacant", move_in: "2026-06-10" }], "2026-06-10");
  expect([await on("2026-06-10"), await on("2026-06-11")]).toEqual(["vacant", "occupied"]);
});

test.each([
  ["a tenant who stays", [{ move_in: "2025-06-01" }, { move_in: "2025-01-01", move_out: "2026-06-15" }], "occupied"],
  ["two who leave", [{ move_in: "2025-06-01", move_out: "2026-06-18" }, { move_out: "2026-06-15" }], "vacant"],
])("a unit with %s is occupied until the last one leaves, in whatever order", async (_, tenants, after) => {
  for (const rows of [tenants, tenants.toReversed()]) {
    site.clock.now = Date.parse(NOW);
    await putOccupancy(rows.map((row) => ({ building: "A", unit: "101", status: "occupied", ...row })));
    expect([await on("2026-06-16"), await on("2026-06-19")]).toEqual(["occupied", after]);
    expect((await units())[0]?.move_in).toBe(tenants.map((row) => row.move_in).findLast(Boolean));
  }
});

test("a vacant unit is empty since its last tenant left, and until the first one comes", async () => {
  const gone = { move_in: "2024-03-01", move_out: "2026-06-04" };
  const rows = [{ move_out: "2026-06-01" }, gone, { move_in: "2026-06-20" }, { move_in: "2026-07-01" }, {}];
  await putOccupancy(rows.map((row) => ({ building: "A", unit: "101", status: "vacant", ...row })));
  expect((await units())[0]).toMatchObject({ occupancy: "vacant", move_out: "2026-06-04", move_in: "2026-06-20" });
});

test.each([
  { days: 7, milligallons: 4_999, occupancy: "looks vacant", gallons: 4.999 },
  { days: 7, milligallons: 5_000, occupancy: "unknown", gallons: 5 },
  { days: 6, milligallons: 0, occupancy: "looks vacant", gallons: 0 },
  { days: 5, milligallons: 0, occupancy: "unknown", gallons: 0 },
  { days: 0, milligallons: 0, occupancy: "unknown", gallons: null },
])("$days read days with $milligallons: $occupancy", async ({ days, milligallons, occupancy, gallons }) => {
  const [meter] = meters;
  if (meter === undefined) throw new Error("There is no meter.");
  for (let i = 0; i < days; i++) {
    const hours = everyHour(0);
    if (i === 0) hours[5] = milligallons;
    await writeDay(site.connections, meter, `2026-06-0${9 - i}`, { gallons: hours });
  }
  // Neither the day before these nor today is among the last seven complete days.
  await writeDay(site.connections, meter, "2026-06-02", { gallons: everyHour(9_000) });
  await writeDay(site.connections, meter, "2026-06-10", { gallons: everyHour(9_000, 7) });
  await rollUp(site.connections, oak);
  const [first] = await units();
  expect(first).toMatchObject({ occupancy, last_7_days_gallons: gallons });
});

test("separates what a vacant unit used since it was left from what its tenants used before", async () => {
  for (const [at, meter] of meters.entries()) {
    const hours = everyHour(0);
    hours[5] = (at + 1) * 3_000;
    for (let day = 3; day < 10; day++) await writeDay(site.connections, meter, `2026-06-0${day}`, { gallons: hours });
  }
  await rollUp(site.connections, oak);
  await putOccupancy([
    { building: "A", unit: "101", status: "vacant" },
    { building: "A", unit: "102", status: "vacant", move_out: "2026-06-08" },
    { building: "B", unit: "101", status: "occupied", move_in: "2026-06-08" },
  ]);
  const used = (await units("?ordering=-gallons_while_vacant")).map((row) => [
    row.building_name,
    row.unit_name,
    row.last_7_days_gallons,
    row.gallons_while_vacant,
    row.since,
  ]);
  expect(used).toEqual([
    ["A", "101", 21, 21, null],
    ["A", "102", 42, 6, "2026-06-09"],
    ["B", "101", 63, null, "2026-06-08"],
  ]);
});

test("reads a rent roll with any header, one row for each tenant", async () => {
  const file = await csvFile(
    'Property;Unit;Building;Rent;Status;Move-In\nOak;101;B;900;Current;2024-03-01\nOak;101;B;900;Current;2025-01-01\nElm;102;A;1;Vacant;\n"Oak;102;A;1;Vacant;\n',
  );
  const { lines, rejected } = await readRentRoll(file);
  const scope = { organizationIds: [], propertyIds: [oak.id] };
  const rows = await inScope(site.connections.app, scope, (tx) =>
    storeOccupancy(
      tx,
      { ...oak, name: "Oak" },
      lines,
      { asOf: "2026-06-01", source: "roll.csv" },
      () => site.clock.now,
    ),
  );
  expect([...rows, ...rejected].map((row) => ("code" in row ? [row.row, row.code] : [row.row, row.status]))).toEqual([
    [2, "stored"],
    [3, "stored"],
    [4, "other_property"],
    [5, "unbalanced_quotes"],
  ]);
  expect(await units("?occupancy=occupied")).toMatchObject([
    { building_name: "B", unit_name: "101", as_of: "2026-06-01", move_in: "2024-03-01", source: "roll.csv" },
  ]);
});

test("treats other tenants' properties as unknown; members may only read", async () => {
  const who = { propertyIds: [oak.id] };
  const path = `/v1/properties/${foreign.id}/occupancy`;
  const body = { rows: [{ unit: "101", status: "vacant" }] };
  expect((await site.ask(who, "GET", path)).status).toBe(404);
  expect((await site.ask(who, "PUT", path, body)).status).toBe(404);
  const member = { ...who, role: "organization member" as const };
  expect((await site.ask(member, "PUT", `/v1/properties/${oak.id}/occupancy`, body)).status).toBe(403);
  expect((await site.ask(member, "GET", `/v1/properties/${oak.id}/occupancy`)).status).toBe(200);
});
