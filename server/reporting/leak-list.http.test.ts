import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leakDetailCalls } from "../../contract/reporting/leak-details.ts";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { addLeak, everyHour, writeDay } from "./testing/hours.ts";
import { leakList } from "./testing/leak-list.ts";
import { pagesAreTheSet } from "./testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";
import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

const leaks = (query: string, who: { organizationIds: number[]; propertyIds: number[] } = world.manager) =>
  leakList(app, query, who);

// Covers rows-2
test("lists a row for each leaking unit, hybrid for two kinds, and one for the building meter", async () => {
  const { properties, buildings, units } = world;
  expect(await leaks("")).toEqual({
    count: 3,
    next: null,
    previous: null,
    outside_units_count: 1,
    outside_units_without_price: 0,
    days_kept_from: null,
    results: [
      {
        leak_type: "hybrid leak",
        property_id: properties.elm,
        property_name: "Elm Court",
        building_id: buildings.north,
        building_name: "North",
        unit_id: units.unit2,
        unit_name: "Unit 2",
        meter_serial_number: "elm-2",
        gallons_consumed: 240,
        // The top meter leaks 1 gal/h; half of it is the toilet's.
        gallons_leaked: 24,
        leak_expense: 0.48,
        flow_time: 720,
        events_sum: 48,
        leak_start_date: "2026-06-09",
        leak_end_date: null,
        total_gallons_leaked: 24,
        is_active: true,
        is_unconfirmed: false,
      },
      {
        leak_type: "other leak",
        property_id: properties.palm,
        property_name: "Palm House",
        building_id: buildings.main,
        building_name: "Main",
        unit_id: units.unitA,
        unit_name: "A",
        meter_serial_number: "palm-a",
        gallons_consumed: 24,
        gallons_leaked: 9.6,
        // 14.4 cents.
        leak_expense: 0.14,
        flow_time: null,
        events_sum: null,
        leak_start_date: "2026-06-07",
        // It ended with local midnight: the last day with flow is the 8th.
        leak_end_date: "2026-06-08",
        // 2.4 gal on the 7th, before the period, and 9.6 gal in it.
        total_gallons_leaked: 12,
        is_active: false,
        is_unconfirmed: false,
      },
      {
        leak_type: "other leak",
        property_id: properties.elm,
        property_name: "Elm Court",
        building_id: buildings.yard,
        building_name: "Yard",
        unit_id: null,
        unit_name: null,
        meter_serial_number: "elm-master",
        gallons_consumed: 480,
        gallons_leaked: 2.4,
        leak_expense: 0.05,
        flow_time: null,
        events_sum: null,
        leak_start_date: "2026-06-09",
        leak_end_date: null,
        total_gallons_leaked: 2.4,
        is_active: true,
        is_unconfirmed: false,
      },
    ],
  });
});

test("counts leaks outside of units without a price of the organization, whatever prices units have", async () => {
  const { owner } = app.connections;
  const { organizations, properties, units } = world;
  const priceUntil = (day: string) =>
    sql`update organization_prices set last_day = ${day} where organization_id = ${organizations.east}`.execute(owner);
  await priceUntil("2026-06-08");
  for (const unit of [units.unit2, units.unit10]) {
    await sql`insert into unit_prices (property_id, unit_id, first_day, last_day, price)
      values (${properties.elm}, ${unit}, '2026-01-01', 'infinity', 0.03)`.execute(owner);
  }
  try {
    // 2.4 gal at the default of $0.015, rounded to cents.
    expect(await leaks("?days_ago=1")).toMatchObject({
      outside_units_count: 1,
      outside_units_without_price: 1,
      results: expect.arrayContaining([expect.objectContaining({ unit_id: null, leak_expense: 0.04 })]),
    });
    expect(await leaks("?start_date=2026-06-08&end_date=2026-06-08")).toMatchObject({ outside_units_without_price: 0 });
    expect(await leaks(`?unit_id=${units.unit2}`)).toMatchObject({ outside_units_without_price: 0 });
  } finally {
    await sql`delete from unit_prices`.execute(owner);
    await priceUntil("infinity");
  }
});

test("every page counts all leaks outside of units, and none when units are chosen", async () => {
  for (const page of [1, 2, 3]) {
    expect(await leaks(`?page_size=1&page=${page}`)).toMatchObject({ count: 3, outside_units_count: 1 });
  }
  expect(await leaks(`?unit_id=${world.units.unit2}`)).toMatchObject({ count: 1, outside_units_count: 0 });
  expect(await leaks("?start_date=2020-01-01&end_date=2020-01-01")).toMatchObject({ count: 0, outside_units_count: 0 });
});

test("rows of units add up to the overview's leak gallons", async () => {
  const ofUnits = (await leaks("")).results.filter((row) => row.unit_id !== null);
  const overview = await app.ask(world.manager, "overview");
  const sum = ofUnits.reduce((total, row) => total + row.gallons_leaked, 0);
  expect(JSON.parse(overview.text)).toMatchObject({ gallons_leaked: sum, units_with_leakage: ofUnits.length });
});

// Covers calls-8
test("filters by building, unit, activity and bedrooms", async () => {
  const names = async (query: string) => (await leaks(query)).results.map((row) => row.meter_serial_number);
  expect(await names(`?building_id=${world.buildings.yard}`)).toEqual(["elm-master"]);
  expect(await names(`?unit_id=${world.units.unit2}&unit_id=${world.units.unitA}`)).toEqual(["elm-2", "palm-a"]);
  expect(await names("?only_active=true")).toEqual(["elm-2", "elm-master"]);
  expect(await names("?only_active=false")).toHaveLength(3);
  // A building's meter has no bedrooms.
  expect(await names("?bedrooms_from=1")).toEqual(["elm-2", "palm-a"]);
  expect(await names("?bedrooms_to=2")).toEqual(["elm-2"]);
});

// Covers calls-3
test("shows a running leak without data in the period only on request", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Silent", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const meter = await addMeter(connections, unit, "SPOE", "silent");
  await writeDay(connections, meter, "2026-05-20", { gallons: everyHour(500), leaked: everyHour(250) });
  await writeDay(connections, meter, "2026-06-09", { gallons: everyHour(0) });
  await rollUp(connections, property);
  await addLeak(connections, meter, {
    started_at: "2026-04-01T04:00:00Z",
    ended_at: "2026-04-02T04:00:00Z",
    gallons_total: 1,
  });
  const who = { organizationIds: [], propertyIds: [property.id] };
  // Ended long ago: not shown, whether requested or not.
  expect((await leaks("?include_active_leak=true", who)).count).toBe(0);
  await addLeak(connections, meter, { started_at: "2026-05-20T04:00:00Z", gallons_total: 6_000 });
  expect((await leaks("?only_active=true", who)).count).toBe(0);
  expect((await leaks("?include_active_leak=true", who)).results).toMatchObject([
    {
      leak_type: "other leak",
      gallons_consumed: 0,
      gallons_leaked: 0,
      leak_start_date: "2026-05-20",
      leak_end_date: null,
      total_gallons_leaked: 6,
      is_active: true,
    },
  ]);
});

test("shows the case of a leak that began again after the period as it is", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Again", time_zone: "America/New_York" });
  const meter = await addMeter(connections, await addUnit(connections, property, "Main", "1"), "SPOE", "again");
  await writeDay(connections, meter, "2026-06-09", { gallons: everyHour(500), leaked: everyHour(250, 16) });
  await rollUp(connections, property);
  const over = { started_at: "2026-06-09T04:00:00Z", ended_at: "2026-06-09T20:00:00Z", gallons_total: 4_000 };
  await addLeak(connections, meter, over);
  await addLeak(connections, meter, { started_at: "2026-06-10T04:30:00Z", gallons_total: 1_000 });
  const who = { organizationIds: [], propertyIds: [property.id] };
  for (const query of ["", "?include_active_leak=true"]) {
    expect((await leaks(query, who)).results).toMatchObject([
      { leak_start_date: "2026-06-09", leak_end_date: null, is_active: true, total_gallons_leaked: 4 },
    ]);
  }
  expect((await leaks("?only_active=true", who)).count).toBe(1);
});

test("represents a unit without a top meter by the fixture that leaks most", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Fixtures", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const bath = await addMeter(connections, unit, "Toilet", "bath");
  const guest = await addMeter(connections, unit, "Toilet", "guest");
  await writeDay(connections, bath, "2026-06-09", {
    gallons: everyHour(1000),
    leaked: everyHour(100),
    flowTime: everyHour(2),
  });
  await writeDay(connections, guest, "2026-06-09", {
    gallons: everyHour(900),
    leaked: everyHour(300),
    flowTime: everyHour(1),
  });
  await rollUp(connections, property);
  for (const meter of [bath, guest]) {
    await addLeak(connections, meter, { started_at: "2026-06-09T04:00:00Z", gallons_total: 1 });
  }
  const { results } = await leaks("", { organizationIds: [], propertyIds: [property.id] });
  expect(results).toMatchObject([
    {
      leak_type: "toilet leak",
      meter_serial_number: "guest",
      gallons_consumed: 45.6,
      gallons_leaked: 9.6,
      flow_time: 24,
    },
  ]);
});

test("shows a leak of one kind by the meter of that kind, and counts only its leak", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Tops", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const bath = await addMeter(connections, unit, "Toilet", "tops-bath");
  const home = await addMeter(connections, unit, "SPOE", "tops-home");
  // An earlier leak that has ended is not part of what has leaked since the start of this one.
  await writeDay(connections, home, "2026-05-01", { gallons: everyHour(1000), leaked: everyHour(900) });
  await writeDay(connections, home, "2026-06-09", { gallons: everyHour(1000), leaked: everyHour(50) });
  await writeDay(connections, bath, "2026-06-09", { gallons: everyHour(500), leaked: everyHour(100) });
  await rollUp(connections, property);
  const past = { started_at: "2026-05-01T04:00:00Z", ended_at: "2026-05-02T04:00:00Z", gallons_total: 21_600 };
  await addLeak(connections, home, past);
  await addLeak(connections, home, { started_at: "2026-06-09T04:00:00Z", gallons_total: 1_200 });
  await addLeak(connections, bath, { started_at: "2026-06-09T04:00:00Z", gallons_total: 2_400 });
  const { results } = await leaks("", { organizationIds: [], propertyIds: [property.id] });
  expect(results).toMatchObject([
    {
      // The toilet explains more than the top meter sees: nothing else leaks.
      leak_type: "toilet leak",
      meter_serial_number: "tops-bath",
      gallons_consumed: 24,
      gallons_leaked: 2.4,
      total_gallons_leaked: 2.4,
      leak_start_date: "2026-06-09",
    },
  ]);
});

test("shows the toilet that leaks most, or the top meter for several kinds; detail and list agree", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Kinds", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const meters = {
    home: await addMeter(connections, unit, "SPOE", "kinds-home"),
    bath: await addMeter(connections, unit, "Toilet", "kinds-bath"),
    guest: await addMeter(connections, unit, "Toilet", "kinds-guest"),
    heater: await addMeter(connections, unit, "Water Heater", "kinds-heater"),
  };
  const days: Record<string, Record<keyof typeof meters, number>> = {
    "2026-06-05": { home: 0, bath: 0, guest: 0, heater: 200 },
    "2026-06-06": { home: 0, bath: 100, guest: 50, heater: 0 },
    "2026-06-07": { home: 0, bath: 100, guest: 150, heater: 0 },
    "2026-06-08": { home: 1_000, bath: 100, guest: 0, heater: 0 },
    "2026-06-09": { home: 300, bath: 0, guest: 0, heater: 0 },
  };
  for (const [day, leaked] of Object.entries(days)) {
    const write = (meter: keyof typeof meters, gallons: number) =>
      writeDay(connections, meters[meter], day, { gallons: everyHour(gallons), leaked: everyHour(leaked[meter]) });
    await write("home", 5_000);
    await write("bath", 1_000);
    await write("guest", 1_000);
    await write("heater", 1_000);
  }
  await rollUp(connections, property);
  for (const [name, meter] of Object.entries(meters)) {
    const started_at = name === "home" ? "2026-06-08T04:00:00Z" : "2026-06-05T04:00:00Z";
    await addLeak(connections, meter, { started_at, gallons_total: 1 });
  }
  const who = { organizationIds: [], propertyIds: [property.id] };
  const detailCall = leakDetailCalls["GET /v1/reporting/leak-report/leak-details/meters/{meter}/overview"];
  const shown = async (period: string) => {
    const [row] = (await leaks(period, who)).results;
    const path = `leak-report/leak-details/meters/${row?.meter_serial_number}/overview${period}`;
    const detail = detailCall.response.parse(JSON.parse((await app.ask(who, path)).text));
    expect(detail).toMatchObject({ unit_leak_type: row?.leak_type, unit_gallons_leaked: row?.gallons_leaked });
    const others = detail.unit_meters.map((meter) => `${meter.meter_serial_number} ${meter.gallons_leaked}`);
    return [row?.leak_type, row?.meter_serial_number, detail.leak_type, ...others];
  };
  const day = (first: number, last = first) => `?start_date=2026-06-0${first}&end_date=2026-06-0${last}`;
  expect(await shown(day(5))).toEqual(["water heater", "kinds-heater", "water heater", "kinds-heater 4.8"]);
  expect(await shown(day(6))).toEqual([
    "toilet leak",
    "kinds-bath",
    "toilet leak",
    "kinds-bath 2.4",
    "kinds-guest 1.2",
  ]);
  expect((await shown(day(6, 7)))[1]).toBe("kinds-bath");
  expect((await shown(day(7)))[1]).toBe("kinds-guest");
  expect(await shown(day(9))).toEqual(["other leak", "kinds-home", "other leak", "kinds-home 7.2"]);
  expect(await shown(day(8))).toEqual(["hybrid leak", "kinds-home", "other leak", "kinds-home 24", "kinds-bath 2.4"]);
});

test("averages flow time and draws over days read only", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Averages", time_zone: "America/New_York" });
  const meter = await addMeter(connections, await addUnit(connections, property, "Main", "1"), "SPOE", "avg");
  const write = (day: string, minutes: number, hours: number) =>
    writeDay(connections, meter, day, {
      gallons: everyHour(100, hours),
      leaked: everyHour(10, hours),
      flowTime: everyHour(minutes, hours),
      events: everyHour(1, hours),
    });
  await write("2026-06-07", 10, 24);
  await write("2026-06-08", 20, 18);
  await write("2026-06-09", 60, 17);
  await rollUp(connections, property);
  await addLeak(connections, meter, { started_at: "2026-06-07T04:00:00Z", gallons_total: 1 });
  const { results } = await leaks("?days_ago=7", { organizationIds: [], propertyIds: [property.id] });
  // (240 + 360) / 2 minutes and (24 + 18) / 2 draws; the 9th has 17 hours and is not read.
  expect(results).toMatchObject([{ flow_time: 300, events_sum: 21, gallons_leaked: 0.59 }]);
});

test("pages of any size, in any order, contain each row once", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Many", time_zone: "America/New_York" });
  for (let unit = 0; unit < 9; unit += 1) {
    const home = await addUnit(connections, property, "Main", `Unit ${unit}`);
    const meter = await addMeter(connections, home, "SPOE", `many-${unit}`);
    const leaked = everyHour(unit < 6 ? 100 : 200);
    const flowTime = unit % 3 === 0 ? { flowTime: everyHour(unit) } : {};
    await writeDay(connections, meter, "2026-06-09", { gallons: everyHour(1000), leaked, ...flowTime });
    await addLeak(connections, meter, { started_at: "2026-06-09T04:00:00Z", gallons_total: 1 });
  }
  await rollUp(connections, property);
  const propertyIds = [property.id, ...world.manager.propertyIds];
  const orderings =
    reportingCalls["GET /v1/reporting/leak-report/leak-overview"].query?.shape.ordering.in.unwrap().options ?? [];
  expect(orderings).toHaveLength(16);
  const read = (query: string) => leaks(query, { organizationIds: [], propertyIds });
  await pagesAreTheSet(read, orderings, "include_active_leak=true", (row) => row.meter_serial_number);
  expect((await read("")).count).toBe(12);
});

test("leaves out leaks outside the scope", async () => {
  const { properties, units, organizations } = world;
  const serials = async (query: string, who = world.manager) =>
    (await leaks(query, who)).results.map((row) => row.property_id);
  expect(await serials("")).not.toContain(properties.foreign);
  for (const query of [
    `?property_id=${properties.foreign}`,
    `?unit_id=${units.unitF}`,
    `?organization_id=${organizations.other}`,
  ]) {
    expect(await serials(query, world.everybody)).toEqual([properties.foreign]);
  }
});

test.each([
  ["?ordering=serial", "ordering"],
  ["?only_active=1", "only_active"],
  ["?page=x", "page"],
  ["?bedrooms_from=3&bedrooms_to=2", "bedrooms_from"],
])("rejects %s under the field's name", async (query, field) => {
  const answer = await app.ask(world.manager, `leak-report/leak-overview${query}`);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toHaveProperty([field]);
});
