import { afterAll, beforeAll, expect, test } from "vitest";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { addLeak, everyHour, writeDay } from "./testing/hours.ts";
import { pagesAreTheSet } from "./testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";
import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

const call = reportingCalls["GET /v1/reporting/portfolio-insights/properties/performance"];
const orderings = call.query?.shape.ordering.in.unwrap().options ?? [];
let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

async function performance(query: string, who: { organizationIds: number[]; propertyIds: number[] } = world.manager) {
  const answer = await app.ask(who, `portfolio-insights/properties/performance${query}`);
  expect(answer.status, answer.text).toBe(200);
  return call.response.parse(JSON.parse(answer.text));
}

const notCompared = {
  gallons_consumed_comparison: null,
  leak_percentage_comparison: null,
  gallons_leaked_comparison: null,
};

// Covers rows-1
test("lists properties of two time zones, each with its own yesterday", async () => {
  expect(await performance("")).toEqual({
    count: 2,
    next: null,
    previous: null,
    results: [
      {
        property_id: world.properties.elm,
        organization_id: world.organizations.east,
        property_name: "Elm Court",
        state: "NY",
        performance: "on_track",
        units: 2,
        units_with_leakage: 1,
        bedrooms: 2,
        days_read: 1,
        gallons_consumed: 360,
        leak_percentage: 100 / 15,
        gallons_leaked: 24,
        ...notCompared,
      },
      {
        property_id: world.properties.palm,
        organization_id: world.organizations.west,
        property_name: "Palm House",
        state: "HI",
        performance: "critical",
        units: 1,
        units_with_leakage: 1,
        bedrooms: 3,
        days_read: 1,
        gallons_consumed: 24,
        leak_percentage: 40,
        gallons_leaked: 9.6,
        ...notCompared,
      },
    ],
  });
});

// Covers rows-1
test("counts a day as read when four of five top meters are", async () => {
  const { results } = await performance(`?property_id=${world.properties.elm}&days_ago=7`);
  // Of Elm Court's two homes both were read on the 9th and one on the 8th.
  expect(results).toMatchObject([{ days_read: 1, gallons_consumed: 386.664 }]);
});

test.each([
  { gallons: 0, leaked: 0, read: 24, performance: "zero_usage", leak_percentage: null },
  { gallons: 1000, leaked: 99, read: 24, performance: "on_track", leak_percentage: 9.9 },
  { gallons: 1000, leaked: 100, read: 24, performance: "opportunities", leak_percentage: 10 },
  { gallons: 1000, leaked: 249, read: 24, performance: "opportunities", leak_percentage: 24.9 },
  { gallons: 1000, leaked: 250, read: 24, performance: "critical", leak_percentage: 25 },
  // Not one meter has three quarters of its hours: no class, though the volume is reported.
  { gallons: 1000, leaked: 250, read: 17, performance: null, leak_percentage: 25 },
  { gallons: 1000, leaked: 0, read: 0, performance: null, leak_percentage: null },
])("$read hours of $gallons with $leaked leaking: $performance", async (given) => {
  const property = await addHouse(`House ${given.gallons} ${given.leaked} ${given.read}`, given);
  const { results } = await performance("", { organizationIds: [], propertyIds: [property] });
  expect(results).toMatchObject([
    {
      performance: given.performance,
      leak_percentage: given.leak_percentage,
      gallons_consumed: given.read === 0 ? null : (given.gallons * given.read) / 1000,
      gallons_leaked: given.read === 0 ? null : (given.leaked * given.read) / 1000,
    },
  ]);
});

// Covers rows-1
test("sorts by performance in its fixed order, properties without a class last in both directions", async () => {
  const propertyIds = [
    await addHouse("p1", { gallons: 1000, leaked: 0, read: 0 }),
    await addHouse("p2", { gallons: 0, leaked: 0, read: 24 }),
    await addHouse("p3", { gallons: 1000, leaked: 500, read: 24 }),
    await addHouse("p4", { gallons: 1000, leaked: 0, read: 24 }),
    await addHouse("p5", { gallons: 1000, leaked: 150, read: 24 }),
  ];
  const order = async (ordering: string) => {
    const { results } = await performance(`?ordering=${ordering}`, { organizationIds: [], propertyIds });
    return results.map((row) => row.performance);
  };
  expect(await order("performance")).toEqual(["on_track", "opportunities", "critical", "zero_usage", null]);
  expect(await order("-performance")).toEqual(["zero_usage", "critical", "opportunities", "on_track", null]);
});

// Covers rows-13
test("pages of any size, in any order, contain each row once, and keep the query in their links", async () => {
  const propertyIds: number[] = [];
  for (const [index, leaked] of [0, 0, 50, 50, 300, 300, 0].entries()) {
    // Many equal rows, so that only the id can break their ties.
    const name = index % 2 === 0 ? "Twin" : "twin";
    propertyIds.push(await addHouse(name, { gallons: 1000, leaked, read: index < 2 ? 0 : 24 }));
  }
  const read = (query: string) => performance(query, { organizationIds: [], propertyIds });
  expect(orderings).toHaveLength(20);
  await pagesAreTheSet(read, orderings, "days_ago=1", (row) => row.property_id);
  expect((await read("")).count).toBe(7);
});

// Covers rows-13
test("the last page links back, and the one beyond it is not found, with the number of the last", async () => {
  const path = "portfolio-insights/properties/performance";
  const page = await performance("?page=2&page_size=1&ordering=state");
  expect(page).toMatchObject({ count: 2, next: null });
  expect(page.previous).toBe(`/v1/reporting/${path}?page=1&page_size=1&ordering=state`);
  const beyond = await app.ask(world.manager, `${path}?page=9&page_size=1`);
  expect([beyond.status, JSON.parse(beyond.text)]).toMatchObject([
    404,
    { page: ["There is no page 9: the last one is 2."], last_page: 2 },
  ]);
});

test("compares a property where four of five meter-days were read in both periods", async () => {
  const { results } = await performance("?comparison=previous_period");
  // Elm Court's heater has no data: one meter-day of four before yesterday was read, and three of four yesterday.
  expect(results).toMatchObject([
    notCompared,
    // 24 gal on both days, 2.4 of them and then 9.6 leaking.
    { gallons_consumed_comparison: 0, leak_percentage_comparison: 30, gallons_leaked_comparison: 300 },
  ]);
  expect((await performance("?comparison=previous_period&days_ago=0")).results).toMatchObject([
    notCompared,
    notCompared,
  ]);
});

test("filters by class, state and bed count", async () => {
  const names = async (query: string) => {
    const { count, results } = await performance(query);
    expect(count).toBe(results.length);
    return results.map((row) => row.property_name);
  };
  expect(await names("?performance=critical")).toEqual(["Palm House"]);
  expect(await names("?performance=critical&performance=on_track")).toEqual(["Elm Court", "Palm House"]);
  expect(await names("?performance=zero_usage")).toEqual([]);
  expect(await names("?state=NY")).toEqual(["Elm Court"]);
  expect(await names("?state=NY&performance=critical")).toEqual([]);
  const studios = await performance("?bedrooms_to=0");
  expect(studios.results).toMatchObject([
    { property_name: "Elm Court", units: 1, bedrooms: 0, gallons_consumed: 120, gallons_leaked: 0, days_read: 1 },
    { property_name: "Palm House", units: 0, gallons_consumed: null, performance: null, days_read: 0 },
  ]);
});

test("leaves out properties outside the scope", async () => {
  const query = `?property_id=${world.properties.foreign}&property_id=${world.properties.elm}`;
  const ids = (await performance("")).results.map((row) => row.property_id);
  expect(ids.toSorted()).toEqual([world.properties.elm, world.properties.palm]);
  expect((await performance(query, world.everybody)).count).toBe(2);
});

// Covers people-6
test("needs the portfolio permission", async () => {
  const who = { ...world.manager, permissions: ["reporting.view_property_data_report" as const] };
  expect((await app.ask(who, "portfolio-insights/properties/performance")).status).toBe(403);
});

test.each([
  ["ordering=gallons", "ordering"],
  ["page=0", "page"],
  ["page_size=51", "page_size"],
  ["performance=good", "performance"],
  ["bedrooms_from=3&bedrooms_to=2", "bedrooms_from"],
  ["bedrooms_to=8", "bedrooms_to"],
  ["comparison=last_year", "comparison"],
])("rejects %s under the field's name", async (query, field) => {
  const answer = await app.ask(world.manager, `portfolio-insights/properties/performance?${query}`);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text)).toHaveProperty([field]);
});

/** A house with one home that was read for some hours of yesterday, the same in each. */
async function addHouse(name: string, hours: { gallons: number; leaked: number; read: number }): Promise<number> {
  const { connections } = app;
  const property = await addProperty(connections, { name, time_zone: "America/New_York" });
  const meter = await addMeter(connections, await addUnit(connections, property, "Main", "1"), "SPOE", "meter");
  const fill = (value: number) => everyHour(value, hours.read);
  if (hours.read > 0) {
    await writeDay(connections, meter, "2026-06-09", { gallons: fill(hours.gallons), leaked: fill(hours.leaked) });
    await rollUp(connections, property);
  }
  if (hours.leaked > 0) await addLeak(connections, meter, { started_at: "2026-06-09T04:00:00Z", gallons_total: 1 });
  return property.id;
}
