import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { meterVolumeCalls } from "../../../contract/reporting/meter-volumes.ts";
import { clockChange, clockChangeNow } from "../testing/clock-change.ts";
import { everyHour, writeDay } from "../testing/hours.ts";
import { pagesAreTheSet } from "../testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit } from "../testing/places.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { rollUp } from "../testing/roll-up.ts";
import { twoZones } from "../testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;
let changed: Awaited<ReturnType<typeof clockChange>>;

beforeAll(async () => {
  app = await reportsApp(clockChangeNow);
  world = await twoZones(app.connections);
  changed = await clockChange(app.connections);
});
afterAll(() => app.close());

const calls = {
  day: meterVolumeCalls["GET /v1/reporting/top-leak-volume/meters/day"],
  hour: meterVolumeCalls["GET /v1/reporting/top-leak-volume/meters/hour"],
};

type Who = { organizationIds: number[]; propertyIds: number[] };

async function ask(list: "day" | "hour", query: string, who: Who): Promise<unknown> {
  const answer = await app.ask(who, `top-leak-volume/meters/${list}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}
const days = async (query: string, who: Who = world.manager) => calls.day.response.parse(await ask("day", query, who));
const hours = async (query: string, who: Who = world.manager) =>
  calls.hour.response.parse(await ask("hour", query, who));
const leaky = "?start_date=2026-06-08&end_date=2026-06-09";
const bare = (rows: { meter_serial_number: string; date: string }[]) =>
  rows.map((row) => `${row.date} ${row.meter_serial_number}`);

// Covers rows-4
test("lists a row for every meter and day, newest first, null where nothing was read", async () => {
  const { count, results } = await days(leaky);
  expect(count).toBe(12);
  const ofNinth = ["elm-2", "elm-2-toilet", "elm-10", "elm-master", "elm-10-heater", "palm-a"];
  expect(bare(results).slice(0, 6)).toEqual(ofNinth.map((serial) => `2026-06-09 ${serial}`));
  expect(results[1]).toEqual({
    property_id: world.properties.elm,
    property_name: "Elm Court",
    building_id: world.buildings.north,
    building_name: "North",
    unit_id: world.units.unit2,
    unit_name: "Unit 2",
    attached_to: "Toilet",
    meter_serial_number: "elm-2-toilet",
    date: "2026-06-09",
    gallons_consumed: 72,
    flow_time: null,
    events: null,
    gallons_leaked: 12,
    toilet_leaks: 12,
    other_leaks: 0,
    leak_volume_percentage: (12 * 100) / 72,
    leak_details: "Toilet Leak",
  });
  expect(results[0]).toMatchObject({ toilet_leaks: 0, other_leaks: 24, flow_time: 720, leak_details: "Other Leak" });
  expect(results[2]).toMatchObject({ gallons_leaked: 0, leak_volume_percentage: 0, leak_details: "No Leak" });
  expect(results[4]).toMatchObject({
    gallons_consumed: null,
    gallons_leaked: null,
    toilet_leaks: null,
    other_leaks: null,
    leak_volume_percentage: null,
    leak_details: "No Data",
  });
  expect(bare((await days(`${leaky}&ordering=date&page_size=1`)).results)).toEqual(["2026-06-08 elm-2"]);
});

test("sorts by leak gallons, then days without any, then unknown ones", async () => {
  const { results } = await days(`${leaky}&ordering=-gallons_leaked&page_size=50`);
  expect(results.map((row) => row.gallons_leaked)).toEqual([24, 12, 9.6, 2.4, 0, 0, 0, null, null, null, null, null]);
  const first = await days(`${leaky}&ordering=-gallons_leaked&page_size=2`);
  expect([first.count, ...bare(first.results)]).toEqual([12, "2026-06-09 elm-2", "2026-06-09 elm-2-toilet"]);
});

// Covers calls-9
test("filters by place", async () => {
  const of = async (query: string) => {
    const { count, results } = await days(`?start_date=2026-06-09&end_date=2026-06-09&${query}`);
    expect(count).toBe(results.length);
    const ofHours = await hours(`?start_date=2026-06-09&end_date=2026-06-09&${query}`);
    expect(ofHours.count).toBe(count * 24);
    return results.map((row) => row.meter_serial_number);
  };
  expect(await of(`building_id=${world.buildings.yard}`)).toEqual(["elm-master"]);
  expect(await of(`unit_id=${world.units.unit10}`)).toEqual(["elm-10", "elm-10-heater"]);
  expect(await of("bedrooms_from=1&bedrooms_to=2")).toEqual(["elm-2", "elm-2-toilet"]);
  expect(await of("bedrooms_from=3")).toEqual(["palm-a"]);
  expect(await of(`property_id=${world.properties.palm}`)).toEqual(["palm-a"]);
});

test("lists a meter on the days of its service", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Swapped", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1");
  const old = await addMeter(connections, unit, "SPOE", "old", { ended_at: "2026-06-09T15:00:00Z" });
  const fresh = await addMeter(connections, unit, "SPOE", "fresh", { began_at: "2026-06-09T15:00:00Z" });
  await writeDay(connections, old, "2026-06-08", { gallons: everyHour(1_000) });
  await writeDay(connections, fresh, "2026-06-09", { gallons: everyHour(1_000) });
  await rollUp(connections, property);
  const who = { organizationIds: [], propertyIds: [property.id] };
  for (const query of ["", `&unit_id=${unit.unitId}`, "&ordering=meter_serial_number", "&bedrooms_to=1"]) {
    const rows = (await days(`?start_date=2026-06-08&end_date=2026-06-09${query}`, who)).results;
    expect(bare(rows).toSorted()).toEqual(["2026-06-08 old", "2026-06-09 fresh"]);
  }
});

// Covers rows-4
test("lists 25 hours on the day clocks go back, and of today those that have begun", async () => {
  const who = changed.manager;
  const november = await hours("?start_date=2026-11-01&end_date=2026-11-01&ordering=date&page_size=50", who);
  expect(november.count).toBe(25);
  expect(november.results.slice(0, 8).map((row) => [row.hour, row.starts_at, row.leak_details])).toEqual([
    ["00:00", "2026-11-01T00:00:00-04:00", "Other Leak"],
    ["01:00", "2026-11-01T01:00:00-04:00", "Other Leak"],
    ["01:00", "2026-11-01T01:00:00-05:00", "Other Leak"],
    ["02:00", "2026-11-01T02:00:00-05:00", "Other Leak"],
    ["03:00", "2026-11-01T03:00:00-05:00", "Other Leak"],
    ["04:00", "2026-11-01T04:00:00-05:00", "Catch-Up"],
    ["05:00", "2026-11-01T05:00:00-05:00", "No Data"],
    // Covered by its neighbours.
    ["06:00", "2026-11-01T06:00:00-05:00", "No Leak"],
  ]);
  expect(november.results.slice(4, 8).map((row) => [row.gallons_consumed, row.gallons_leaked])).toEqual([
    [1, 0.5],
    [0.7, 0],
    [null, null],
    [0, 0],
  ]);
  expect((await hours("?start_date=2026-03-08&end_date=2026-03-08", who)).count).toBe(23);
  const today = await hours("?days_ago=0", who);
  expect(today.count).toBe(11);
  expect(today.results[0]).toMatchObject({ hour: "10:00", gallons_consumed: null, leak_details: "No Data" });
  expect(today.results[1]).toMatchObject({ hour: "09:00", gallons_consumed: 0.1, flow_time: 7 });
  const day = (await days("?start_date=2026-11-01&end_date=2026-11-02", who)).results;
  expect(day.map((row) => [row.gallons_consumed, row.leak_details])).toEqual([
    [2.4, "Catch-Up"],
    [7 + 0.7 + 17, "Other Leak"],
  ]);
});

test("leaves out archived hours, and gives the time from which hours are kept", async () => {
  const { connections } = app;
  const query = "?start_date=2026-10-30&end_date=2026-11-01";
  expect(await hours(query, changed.manager)).toMatchObject({ count: 24 + 24 + 25, hours_kept_from: null });
  const keepFrom = (day: string | null) =>
    sql`update properties set hours_from = ${day}::date where id = ${changed.places.property_id}`.execute(
      connections.worker,
    );
  await keepFrom("2026-10-31");
  expect(await hours(query, changed.manager)).toMatchObject({ count: 24 + 25, hours_kept_from: "2026-10-31" });
  await keepFrom(null);
});

test("sorts hours of several properties by date only", async () => {
  const ordered = (who: Who, query: string) =>
    app.ask(who, `top-leak-volume/meters/hour?start_date=2026-06-09&end_date=2026-06-09&${query}`);
  const rejected = await ordered(world.manager, "ordering=-gallons_leaked");
  expect([rejected.status, JSON.parse(rejected.text).ordering]).toEqual([
    400,
    ["Hours of several properties can only be sorted by date. Choose one property, or sort by date."],
  ]);
  const one = await ordered(world.manager, `ordering=-gallons_leaked&property_id=${world.properties.elm}&page_size=1`);
  expect(JSON.parse(one.text).results[0]).toMatchObject({ meter_serial_number: "elm-2", hour: "23:00" });
});

const orderingsOf = (call: (typeof calls)["day" | "hour"]) => call.query?.shape.ordering.in.unwrap().options ?? [];
const keyOf = (row: { property_id: number; meter_serial_number: string; date: string; starts_at?: string }) =>
  `${row.property_id} ${row.meter_serial_number} ${row.date} ${row.starts_at}`;

test("pages of days of any size, in any order, contain each row once", async () => {
  expect(orderingsOf(calls.day)).toHaveLength(28);
  await pagesAreTheSet(days, orderingsOf(calls.day), "start_date=2026-06-08&end_date=2026-06-09", keyOf);
});

test("pages of one property's hours of any size, in any order, contain each row once", async () => {
  const ofPalm = `start_date=2026-06-08&end_date=2026-06-08&property_id=${world.properties.palm}`;
  await pagesAreTheSet(hours, orderingsOf(calls.hour), ofPalm, keyOf);
});

test("pages of hours include the last hour of a day that ends with half an hour", async () => {
  const property = await addProperty(app.connections, { name: "Howe", time_zone: "Australia/Lord_Howe" });
  const unit = await addUnit(app.connections, property, "Main", "1");
  const meter = await addMeter(app.connections, unit, "SPOE", "howe");
  await writeDay(app.connections, meter, "2026-10-04", { gallons: everyHour(1000) });
  await rollUp(app.connections, property);
  const who = { organizationIds: [], propertyIds: [property.id] };
  const ofDay = "start_date=2026-10-04&end_date=2026-10-04";
  await pagesAreTheSet((query) => hours(query, who), orderingsOf(calls.hour), ofDay, keyOf);
  expect((await hours(`?${ofDay}&ordering=gallons_consumed&page_size=50`, who)).results).toHaveLength(24);
});

test("pages of hours of several properties by date contain each row once", async () => {
  const who = { organizationIds: [], propertyIds: [...changed.manager.propertyIds, world.properties.palm] };
  await pagesAreTheSet((query) => hours(query, who), ["date", "-date"], "days_ago=0", keyOf);
});
