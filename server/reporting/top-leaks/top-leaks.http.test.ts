import { afterAll, beforeAll, expect, test } from "vitest";
import { topLeakCalls } from "../../../contract/reporting/top-leaks.ts";
import { addLeak, everyHour, writeDay } from "../testing/hours.ts";
import { leakList } from "../testing/leak-list.ts";
import { pagesAreTheSet } from "../testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit } from "../testing/places.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { rollUp } from "../testing/roll-up.ts";
import { twoZones, twoZonesNow } from "../testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

const responses = {
  properties: topLeakCalls["GET /v1/reporting/top-leak-volume/properties"].response,
  units: topLeakCalls["GET /v1/reporting/top-leak-volume/units"].response,
  meters: topLeakCalls["GET /v1/reporting/top-meters"].response,
};

type Who = { organizationIds: number[]; propertyIds: number[] };

async function ask(path: string, who: Who = world.manager): Promise<unknown> {
  const answer = await app.ask(who, path);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}
const topProperties = async (query = "", who?: Who) =>
  responses.properties.parse(await ask(`top-leak-volume/properties${query}`, who));
const topUnits = async (query = "", who?: Who) =>
  responses.units.parse(await ask(`top-leak-volume/units${query}`, who));
const topMeters = async (query = "", who?: Who) => responses.meters.parse(await ask(`top-meters${query}`, who));

// Covers calls-11
test("offset leaves out the first rows, and pages begin after them", async () => {
  const units = (query: string) => ask(`top-leak-volume/properties/${world.properties.elm}/units?${query}`);
  const whole = responses.units.parse(await units("page_size=50"));
  expect(whole.count).toBe(2);
  const rest = responses.units.parse(await units("page_size=50&offset=1"));
  expect(rest).toMatchObject({ count: 2, next: null, results: [{ rank: 2 }] });
  expect(rest.results).toEqual(whole.results.slice(1));
  expect(responses.units.parse(await units("offset=2"))).toMatchObject({ count: 2, results: [] });
  const beyond = await app.ask(
    world.manager,
    `top-leak-volume/properties/${world.properties.elm}/units?page=2&offset=1`,
  );
  expect([beyond.status, JSON.parse(beyond.text).last_page]).toEqual([404, 1]);
});

test("a property's leak gallons are those of its units, in the period and since each leak's start", async () => {
  const { properties } = world;
  expect((await topProperties()).results).toEqual([
    {
      property_id: properties.elm,
      property_name: "Elm Court",
      // The building's meter leaks, too, outside the sums of units.
      units_with_leakage: 1,
      gallons_leaked: 24,
      gallons_consumed: 360,
      leak_percentage: (24 / 360) * 100,
      total_gallons_leaked: 24,
      leak_days: 1,
    },
    {
      property_id: properties.palm,
      property_name: "Palm House",
      units_with_leakage: 1,
      gallons_leaked: 9.6,
      gallons_consumed: 24,
      leak_percentage: 40,
      // 2.4 gal more on the day before the period.
      total_gallons_leaked: 12,
      leak_days: 1,
    },
  ]);
  expect((await topProperties("?days_ago=7&ordering=total_gallons_leaked")).results).toMatchObject([
    { property_id: properties.palm, gallons_leaked: 12, leak_days: 2, total_gallons_leaked: 12 },
    { property_id: properties.elm, gallons_leaked: 24, leak_days: 1, total_gallons_leaked: 24 },
  ]);
});

// Covers rows-8
test("a property's leak gallons equal the sum of its leak list for all parameters", async () => {
  const queryStrings = [
    "",
    "days_ago=7",
    "days_ago=0",
    "only_active=true",
    "bedrooms_from=2",
    "include_active_leak=true",
  ];
  for (const queryString of queryStrings) {
    const units = (await topUnits(`?${queryString}&page_size=50`)).results.filter((row) => row.unit_id !== null);
    const sums = new Map<number, { leaked: number; total: number; units: number }>();
    for (const row of units) {
      const { leaked, total, units } = sums.get(row.property_id) ?? { leaked: 0, total: 0, units: 0 };
      sums.set(row.property_id, {
        leaked: leaked + row.gallons_leaked,
        total: total + row.total_gallons_leaked,
        units: units + 1,
      });
    }
    const propertySums = (await topProperties(`?${queryString}`)).results.map(
      (row) =>
        [
          row.property_id,
          { leaked: row.gallons_leaked, total: row.total_gallons_leaked, units: row.units_with_leakage },
        ] as const,
    );
    expect(new Map(propertySums), queryString).toEqual(sums);
  }
});

test("limits a property to the requested units", async () => {
  const { units, buildings } = world;
  expect((await topProperties(`?unit_id=${units.unit10}`)).count).toBe(0);
  expect((await topProperties(`?building_id=${buildings.yard}`)).count).toBe(0);
  expect((await topProperties("?bedrooms_from=3")).results).toMatchObject([{ property_name: "Palm House" }]);
  expect((await topProperties("?bedrooms_from=2&bedrooms_to=2")).results).toMatchObject([
    { property_name: "Elm Court", gallons_consumed: 240, leak_percentage: 10, total_gallons_leaked: 24 },
  ]);
  // The leak in Palm House is over.
  expect((await topProperties("?only_active=true")).results).toMatchObject([{ property_name: "Elm Court" }]);
});

// Covers rows-8
test("lists the units of the leak list, with rank and days", async () => {
  const list = await leakList(app, "", world.manager);
  const { results } = await topUnits();
  expect(results).toMatchObject(
    list.results.map((row, index) => ({
      rank: index + 1,
      leak_type: row.leak_type,
      unit_id: row.unit_id,
      meter_serial_number: row.meter_serial_number,
      gallons_consumed: row.gallons_consumed,
      gallons_leaked: row.gallons_leaked,
      flow_time: row.flow_time,
      events: row.events_sum,
      total_gallons_leaked: row.total_gallons_leaked,
    })),
  );
  // The rank stays that by leak gallons, whatever the order.
  const byType = (await topUnits("?ordering=leak_type")).results;
  expect(byType.map((row) => [row.rank, row.leak_type])).toEqual([
    [1, "hybrid leak"],
    [3, "other leak"],
    [2, "other leak"],
  ]);
  expect((await topUnits("?days_ago=7")).results.map((row) => row.leak_days)).toEqual([1, 2, 1]);
  const byDay = (await topUnits("?days_ago=7&ordering=leak_expense_per_day")).results;
  expect(byDay.map((row) => [row.leak_expense, row.leak_days, row.leak_expense_per_day])).toEqual([
    [0.05, 1, 0.05],
    [0.18, 2, 0.09],
    [0.48, 1, 0.48],
  ]);
});

// Covers calls-9
test("lists only the units of the requested property", async () => {
  const { properties } = world;
  const ofElm = responses.units.parse(await ask(`top-leak-volume/properties/${properties.elm}/units`));
  expect(ofElm.results.map((row) => row.meter_serial_number)).toEqual(["elm-2", "elm-master"]);
  for (const id of [properties.foreign, 999_999]) {
    const answer = await app.ask(world.manager, `top-leak-volume/properties/${id}/units`);
    expect([answer.status, JSON.parse(answer.text).detail]).toEqual([404, "There is no such property."]);
  }
});

// Covers calls-10
test("lists leaking meters, each with its own gallons", async () => {
  const { results } = await topMeters();
  expect(results.map((row) => [row.rank, row.meter_serial_number, row.gallons_leaked, row.leak_type])).toEqual([
    [1, "elm-2", 24, "other leak"],
    [2, "elm-2-toilet", 12, "toilet leak"],
    [3, "palm-a", 9.6, "other leak"],
    [4, "elm-master", 2.4, "other leak"],
  ]);
  const { properties, buildings, units } = world;
  expect(results[0]).toEqual({
    rank: 1,
    leak_type: "other leak",
    property_id: properties.elm,
    property_name: "Elm Court",
    building_id: buildings.north,
    building_name: "North",
    unit_id: units.unit2,
    unit_name: "Unit 2",
    attached_to: "SPOE",
    meter_serial_number: "elm-2",
    gallons_consumed: 240,
    gallons_leaked: 24,
    flow_time: 720,
    events: 48,
    leak_days: 1,
    total_gallons_leaked: 24,
  });
  expect(results[2]).toMatchObject({ flow_time: null, events: null, total_gallons_leaked: 12 });
  const serials = async (query: string) => (await topMeters(query)).results.map((row) => row.meter_serial_number);
  expect(await serials(`?unit_id=${units.unit2}`)).toEqual(["elm-2", "elm-2-toilet"]);
  expect(await serials(`?building_id=${buildings.yard}`)).toEqual(["elm-master"]);
  expect(await serials("?bedrooms_from=3")).toEqual(["palm-a"]);
  expect(await serials("?only_active=true")).toEqual(["elm-2", "elm-2-toilet", "elm-master"]);
});

// Covers calls-3
test("shows running leaks without data in the period only on request", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Silent", time_zone: "America/New_York" });
  const meter = await addMeter(connections, await addUnit(connections, property, "Main", "1"), "Toilet", "silent");
  await writeDay(connections, meter, "2026-05-20", { gallons: everyHour(500), leaked: everyHour(250) });
  await writeDay(connections, meter, "2026-06-09", { gallons: everyHour(0) });
  await rollUp(connections, property);
  await addLeak(connections, meter, { started_at: "2026-05-20T04:00:00Z", gallons_total: 6_000 });
  const who = { organizationIds: [], propertyIds: [property.id] };
  for (const list of [topProperties, topUnits, topMeters]) {
    expect((await list("", who)).count).toBe(0);
    expect((await list("?only_active=true", who)).count).toBe(0);
    const active = { gallons_leaked: 0, leak_days: 0, total_gallons_leaked: 6 };
    expect((await list("?include_active_leak=true", who)).results).toMatchObject([active]);
    expect((await list("?include_active_leak=true&only_active=true", who)).results).toMatchObject([active]);
    expect((await list("?include_active_leak=true&bedrooms_from=2", who)).count).toBe(0);
  }
});

test("pages of any size, in any order, contain each row once", async () => {
  const { connections } = app;
  const propertyIds = [...world.manager.propertyIds];
  for (let number = 0; number < 4; number += 1) {
    const property = await addProperty(connections, { name: `Many ${number}`, time_zone: "America/New_York" });
    for (let unit = 0; unit < 3; unit += 1) {
      const home = await addUnit(connections, property, "Main", `Unit ${unit}`, unit);
      const meter = await addMeter(connections, home, "SPOE", `many-${unit}`);
      const leaked = everyHour(unit < 2 ? 100 : 200);
      const flowTime = unit % 2 === 0 ? { flowTime: everyHour(unit), events: everyHour(1) } : {};
      await writeDay(connections, meter, "2026-06-09", { gallons: everyHour(1000), leaked, ...flowTime });
      await addLeak(connections, meter, { started_at: "2026-06-09T04:00:00Z", gallons_total: 1 });
    }
    await rollUp(connections, property);
    propertyIds.push(property.id);
  }
  const who = { organizationIds: [], propertyIds };
  const key = (row: { property_id: number; meter_serial_number?: string }) =>
    `${row.property_id} ${row.meter_serial_number ?? ""}`;
  const lists = [
    ["GET /v1/reporting/top-leak-volume/properties", topProperties, 6],
    ["GET /v1/reporting/top-leak-volume/units", topUnits, 15],
    ["GET /v1/reporting/top-meters", topMeters, 16],
  ] as const;
  for (const [name, list, count] of lists) {
    const orderings = topLeakCalls[name].query?.shape.ordering.in.unwrap().options ?? [];
    expect((await list("", who)).count).toBe(count);
    await pagesAreTheSet<{ property_id: number }>((query) => list(query, who), orderings, "days_ago=7", key);
  }
});

test("lists no property as active for a leak that is in no row of its units", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Fir House", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const home = await addMeter(connections, unit, "SPOE", "fir");
  const toilet = await addMeter(connections, unit, "Toilet", "fir-toilet");
  const heater = await addMeter(connections, unit, "Water Heater", "fir-heater");
  // The toilet leaked on 1 and 2 June, which is over; the heater leaks since the 8th.
  for (let day = 1; day <= 9; day++) {
    const date = `2026-06-0${day}`;
    await writeDay(connections, home, date, { gallons: everyHour(1000) });
    await writeDay(connections, toilet, date, { gallons: everyHour(200), leaked: everyHour(day <= 2 ? 100 : 0) });
    await writeDay(connections, heater, date, { gallons: everyHour(200), leaked: everyHour(day >= 8 ? 50 : 0) });
  }
  await addLeak(connections, toilet, {
    started_at: "2026-06-01T04:00:00Z",
    ended_at: "2026-06-03T04:00:00Z",
    gallons_total: 4800,
  });
  await addLeak(connections, heater, { started_at: "2026-06-08T04:00:00Z", gallons_total: 2400 });
  await rollUp(connections, property);
  const who = { organizationIds: [], propertyIds: [property.id] };
  const counts = async (query: string) => {
    const ofUnits = responses.units.parse(await ask(`top-leak-volume/properties/${property.id}/units${query}`, who));
    return [(await topProperties(query, who)).count, ofUnits.count];
  };
  const early = "?start_date=2026-06-01&end_date=2026-06-02";
  expect(await counts(early)).toEqual([1, 1]);
  expect(await counts(`${early}&only_active=true`)).toEqual([0, 0]);
  expect(await counts(`${early}&only_active=true&include_active_leak=true`)).toEqual([0, 0]);
  const between = "?start_date=2026-06-04&end_date=2026-06-05";
  expect(await counts(`${between}&only_active=true`)).toEqual([0, 0]);
  expect(await counts(`${between}&only_active=true&include_active_leak=true`)).toEqual([1, 1]);
  expect(await counts("?start_date=2026-06-01&end_date=2026-06-09&only_active=true")).toEqual([1, 1]);
});
