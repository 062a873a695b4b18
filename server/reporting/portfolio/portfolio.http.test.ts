import { afterAll, beforeAll, expect, test } from "vitest";
import { portfolioCalls } from "../../../contract/portfolio/portfolio.ts";
import { everyHour, writeDay } from "../testing/hours.ts";
import { pagesAreTheSet } from "../testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit } from "../testing/places.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { rollUp } from "../testing/roll-up.ts";
import { fourProperties, fourPropertiesNow } from "./testing/four-properties.ts";

const COMPARED = "?comparison=previous_period";
const WATCHLIST = "performance-ranking/watchlist";
const TOPLIST = "performance-ranking/toplist";
const calls = {
  overview: portfolioCalls["GET /v1/reporting/portfolio-insights/overview"],
  costs: portfolioCalls["GET /v1/reporting/portfolio-insights/costs"],
  "water-usage-efficiency": portfolioCalls["GET /v1/reporting/portfolio-insights/water-usage-efficiency"],
  "portfolio-performance": portfolioCalls["GET /v1/reporting/portfolio-insights/portfolio-performance"],
  [WATCHLIST]: portfolioCalls["GET /v1/reporting/portfolio-insights/performance-ranking/watchlist"],
  [TOPLIST]: portfolioCalls["GET /v1/reporting/portfolio-insights/performance-ranking/toplist"],
  "properties/overview": portfolioCalls["GET /v1/reporting/portfolio-insights/properties/overview"],
  "properties/performance/filters":
    portfolioCalls["GET /v1/reporting/portfolio-insights/properties/performance/filters"],
} as const;
type Name = keyof typeof calls;
type Answer<N extends Name> = ReturnType<(typeof calls)[N]["response"]["parse"]>;

let app: ReportsApp;
let world: Awaited<ReturnType<typeof fourProperties>>;

beforeAll(async () => {
  app = await reportsApp(fourPropertiesNow);
  world = await fourProperties(app.connections);
});
afterAll(() => app.close());

type Who = { organizationIds: number[]; propertyIds: number[] };

async function ask(name: Name, query = "", who: Who = world.manager): Promise<unknown> {
  const answer = await app.ask(who, `portfolio-insights/${name}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

const overview = async (query = "", who?: Who): Promise<Answer<"overview">> =>
  calls.overview.response.parse(await ask("overview", query, who));
const ranking = async (name: typeof WATCHLIST | typeof TOPLIST, query = "", who?: Who) =>
  calls[name].response.parse(await ask(name, query, who));

// Covers calls-5
test("cards show the total, toilet and water heater parts, and their changes", async () => {
  const counts = { units_count: 5, spoe_dpoe_units_count: 5, toilet_units_count: 1, water_heater_units_count: 1 };
  const { cards, ...rest } = await overview(COMPARED);
  // Six of seven meters reported on both days.
  expect(rest).toEqual({
    start_date: "2026-06-09",
    end_date: "2026-06-09",
    is_over: true,
    total_properties: 4,
    total_units: 5,
    meter_days_read: 6,
    meter_days_expected: 7,
  });
  const values = cards.map(({ id, title, unit, ...card }) => {
    expect(card).toMatchObject(counts);
    return [
      id,
      card.value,
      card.comparison_value,
      card.toilet_leak_value,
      card.toilet_leak_comparison_value,
      card.water_heater_leak_value,
      card.water_heater_leak_comparison_value,
    ];
  });
  const close = (value: number) => expect.closeTo(value, 9);
  expect(values).toEqual([
    // 120 + 240 of Elm and 24 of Fir, after 48 + 192 and 24.
    ["gallons_consumed", 384, close((120 / 264) * 100), 12, 0, 6, null],
    // 24 of Elm's home (12 toilet, 6 heater, 6 other) and 18 of Fir, after 12.
    ["gallons_leaked", 42, 250, 12, 0, 6, null],
    ["leak_percentage", 10.9375, close(10.9375 - 1200 / 264), 3.125, close(3.125 - 1200 / 264), 1.5625, 1.5625],
    ["leak_cost", 0.84, 250, 0.24, 0, 0.12, null],
    ["units_with_leakage", 2, 100, 1, 0, 1, null],
    // A studio counts as one bedroom, Oak's dry home too: 1 + 2 + 3 + 1.
    ["gbd", close(384 / 7), close((120 / 264) * 100), 36, 0, 24, 0],
  ]);
});

test("applies the price of each unit and day; percentages of leak cost add up to 100", async () => {
  expect(calls.costs.response.parse(await ask("costs", COMPARED))).toEqual({
    total_cost: 0.84,
    total_cost_comparison: 250,
    toilet_leak_cost: 0.24,
    toilet_leak_cost_comparison: 0,
    other_leak_cost: 0.6,
    other_leak_cost_comparison: null,
    toilet_leak_percentage: expect.closeTo(200 / 7, 9),
    other_leak_percentage: expect.closeTo(500 / 7, 9),
    // 120 x $0.05 + 264 x $0.02, after 264 x $0.02.
    water_cost: 11.28,
    water_cost_comparison: expect.closeTo((6 / 5.28) * 100, 9),
    normal_cost: 10.44,
    normal_cost_comparison: expect.closeTo((5.4 / 5.04) * 100, 9),
  });
  const dry = await ask("costs", `?property_id=${world.properties.oak}`);
  expect(dry).toMatchObject({
    total_cost: 0,
    water_cost: 0,
    toilet_leak_percentage: null,
    other_leak_percentage: null,
  });
  const unread = await ask("costs", `?property_id=${world.properties.ash}`);
  expect(unread).toMatchObject({ total_cost: null, other_leak_cost: null, water_cost: null, normal_cost: null });
});

// Covers calls-5
test("compares use per bedroom with the published scale", async () => {
  const whole = { units_count: 5, bedroom_days: 7, gallons_per_bedroom_per_day: expect.closeTo(384 / 7, 9) };
  expect(await ask("water-usage-efficiency")).toEqual({
    whole_unit: { ...whole, comparison_value: null },
    toilet: { gallons_per_bedroom_per_day: 36, comparison_value: null, units_count: 1, bedroom_days: 2 },
    water_heater: { gallons_per_bedroom_per_day: 24, comparison_value: null, units_count: 1, bedroom_days: 2 },
    class: "efficient",
    scale: { usual_from: 60, high_above: 120, target: 75 },
  });
  const { properties } = world;
  const classOf = async (query: string) => (await efficiency(query)).class;
  // The studio's 120 are the last that is usual.
  expect(await classOf(`?property_id=${properties.elm}&bedrooms_to=0`)).toBe("usual");
  expect(await classOf(`?property_id=${properties.ash}`)).toBeNull();
});

const efficiency = async (query: string) =>
  calls["water-usage-efficiency"].response.parse(await ask("water-usage-efficiency", query));

// Covers calls-5
test("counts properties by class, those without a reporting meter separately", async () => {
  const third = expect.closeTo(100 / 3, 9);
  expect(await ask("portfolio-performance", COMPARED)).toEqual({
    on_track: 1,
    on_track_percentage: third,
    // Fir was on track, too, before it leaked.
    on_track_comparison: -50,
    opportunities: 0,
    opportunities_percentage: 0,
    opportunities_comparison: null,
    critical: 1,
    critical_percentage: third,
    critical_comparison: null,
    zero_usage: 1,
    zero_usage_percentage: third,
    zero_usage_comparison: 0,
    no_data: 1,
    total_leaks: 2,
    total_leaks_comparison: 100,
  });
  const unread = await ask("portfolio-performance", `?property_id=${world.properties.ash}`);
  expect(unread).toMatchObject({ no_data: 1, on_track_percentage: null, zero_usage_percentage: null, total_leaks: 0 });
});

// Covers calls-5
test("sorts the watchlist by leak cost per unit, the toplist by lowest leak percentage", async () => {
  const elm = {
    property_id: world.properties.elm,
    property_name: "Elm",
    total_units: 2,
    units_reporting: 2,
    leaking_units: 1,
    leaking_toilets: 1,
    leaking_other: 1,
    leak_volume: 24,
    leak_percentage: expect.closeTo(100 / 15, 9),
    leak_percentage_comparison: expect.closeTo(100 / 15 - 5, 9),
    ranking: "green",
    leak_cost: 0.48,
    leak_cost_per_unit: 0.24,
    gallons_per_bedroom_per_day: 120,
  };
  const fir = {
    property_id: world.properties.fir,
    property_name: "Fir",
    total_units: 1,
    units_reporting: 1,
    leaking_units: 1,
    leaking_toilets: 0,
    leaking_other: 1,
    leak_volume: 18,
    leak_percentage: 75,
    leak_percentage_comparison: 75,
    ranking: "red",
    leak_cost: 0.36,
    leak_cost_per_unit: 0.36,
    gallons_per_bedroom_per_day: 8,
  };
  const dear = [
    { rank: 1, ...fir },
    { rank: 2, ...elm },
  ];
  expect((await ranking(WATCHLIST, COMPARED)).results).toEqual(dear);
  const byName = (await ranking(WATCHLIST, "?ordering=property_name")).results;
  expect(byName.map(({ rank, property_name }) => [rank, property_name])).toEqual([
    [2, "Elm"],
    [1, "Fir"],
  ]);
  // Without water there is no percentage.
  expect((await ranking(TOPLIST, COMPARED)).results).toEqual([
    { rank: 1, ...elm },
    { rank: 2, ...fir },
  ]);
});

test("lists a property with too few readings on the watchlist without a class", async () => {
  const property = await addProperty(app.connections, { name: "Half a day", time_zone: "America/New_York" });
  const meter = await addMeter(app.connections, await addUnit(app.connections, property, "Main", "1"), "SPOE", "half");
  await writeDay(app.connections, meter, "2026-06-09", { gallons: everyHour(1_000, 12), leaked: everyHour(250, 12) });
  await rollUp(app.connections, property);
  const { results } = await ranking(WATCHLIST, "", { organizationIds: [], propertyIds: [property.id] });
  expect(results).toMatchObject([{ property_name: "Half a day", units_reporting: 0, leak_volume: 3, ranking: null }]);
});

test("admits to the toplist only properties of which four of five units report", async () => {
  const propertyIds = [await addHomes("Four of five", 5, 4), await addHomes("Three of four", 4, 3)];
  const { results } = await ranking(TOPLIST, "", { organizationIds: [], propertyIds });
  expect(results).toMatchObject([{ property_name: "Four of five", units_reporting: 4, leak_percentage: 0 }]);
});

test("pages of rankings of any size, in any order, contain each row once", async () => {
  const propertyIds: number[] = [];
  for (const leaked of [0, 100, 100, 250, 0]) propertyIds.push(await addHomes("Twin", 1, 1, leaked));
  const orderings = calls[TOPLIST].query?.shape.ordering.in.unwrap().options ?? [];
  expect(orderings).toHaveLength(26);
  const read = (query: string) => ranking(TOPLIST, query, { organizationIds: [], propertyIds });
  await pagesAreTheSet(read, orderings, "days_ago=1", (row) => row.property_id);
});

test("the header of the properties rates the water loss", async () => {
  const header = calls["properties/overview"].response.parse(await ask("properties/overview", COMPARED));
  const { cards } = await overview(COMPARED);
  expect(header).toMatchObject({
    bedrooms: 14,
    units_with_leakage: 2,
    units_with_leakage_comparison: 100,
    gallons_consumed: 384,
    gallons_leaked: 42,
    gallons_leaked_comparison: 250,
    leak_percentage: 10.9375,
    leak_percentage_comparison: expect.closeTo(10.9375 - 1200 / 264, 9),
    leak_cost: 0.84,
    leak_cost_comparison: 250,
    water_loss: {
      band: "Attention Needed",
      text: "Attention Needed! Moderate water loss—investigating early can save costs.",
    },
    cards,
  });
});

// Covers properties-4
test("limits header and classes to the filtered properties", async () => {
  const header = async (query: string) =>
    calls["properties/overview"].response.parse(await ask("properties/overview", query));
  // Elm is on track, Fir critical, Oak uses nothing, of Ash nothing is known.
  expect(await header("?performance=critical&comparison=previous_period")).toMatchObject({
    total_properties: 1,
    gallons_consumed: 24,
    gallons_leaked: 18,
    // Fir was on track the day before.
    gallons_consumed_comparison: 0,
  });
  expect(await header("?performance=critical&performance=on_track")).toMatchObject({ gallons_leaked: 42 });
  expect(await header("?state=NY")).toMatchObject({ total_properties: 2, gallons_leaked: 24 });
  const none = { total_properties: 0, total_units: 0, gallons_consumed: null, units_with_leakage: 0 };
  expect(await header("?state=NY&performance=critical")).toMatchObject(none);
  const counts = { on_track: 1, opportunities: 0, critical: 0, zero_usage: 1, no_data: 0, total_leaks: 1 };
  expect(await ask("portfolio-performance", "?state=NY")).toMatchObject(counts);
});

test.each([
  [49, "Excellent"],
  [50, "On Track"],
  [99, "On Track"],
  [100, "Attention Needed"],
  [249, "Attention Needed"],
  [250, "Urgent"],
])("%i thousandths of a gallon leaked of each: %s", async (leaked, band) => {
  const propertyIds = [await addHomes(`Band ${leaked}`, 1, 1, leaked)];
  const header = await ask("properties/overview", "", { organizationIds: [], propertyIds });
  expect(header).toMatchObject({ leak_percentage: leaked / 10, water_loss: { band } });
});

test("gives empty results for an empty portfolio", async () => {
  const unread = { organizationIds: [], propertyIds: [world.properties.ash] };
  expect(await ask("properties/overview", COMPARED, unread)).toMatchObject({
    gallons_consumed: null,
    water_loss: null,
  });
  const nobody = { organizationIds: [], propertyIds: [] };
  for (const who of [unread, nobody]) {
    const { cards } = await overview(COMPARED, who);
    const cardValues = cards.flatMap((card) => [card.value, card.toilet_leak_value, card.water_heater_leak_value]);
    expect(cardValues).toEqual(cardValues.map(() => null));
  }
  expect((await ranking(WATCHLIST, "", nobody)).count).toBe(0);
});

test("compares neither today nor a period after one with too few readings", async () => {
  for (const query of ["?days_ago=0", "?days_ago=7"]) {
    const { cards } = await overview(`${query}&comparison=previous_period`);
    expect(cards.map((card) => card.comparison_value)).toEqual(cards.map(() => null));
  }
});

test.each([
  ["2026-03-08", 23],
  ["2025-11-02", 25],
])("%s has %i hours", async (day, hours) => {
  const { connections } = app;
  const property = await addProperty(connections, { name: day, time_zone: "America/New_York" });
  const meter = await addMeter(connections, await addUnit(connections, property, "Main", "1", 1), "SPOE", "meter");
  await writeDay(connections, meter, day, { gallons: everyHour(1_000, hours) });
  await rollUp(connections, property);
  const who = { organizationIds: [], propertyIds: [property.id] };
  const { cards, meter_days_read } = await overview(`?start_date=${day}&end_date=${day}`, who);
  expect(meter_days_read).toBe(1);
  expect(cards).toMatchObject([{ value: hours }, { value: 0 }, {}, {}, {}, { id: "gbd", value: hours }]);
});

// Covers calls-5
test("lists the available filters", async () => {
  expect(await ask("properties/performance/filters")).toEqual({
    performance: ["on_track", "opportunities", "critical", "zero_usage"],
    states: ["NJ", "NY"],
    organizations: [{ id: world.organization, name: "East" }],
    bedrooms: { from: 0, to: 7 },
  });
  const some = { organizationIds: [], propertyIds: [world.properties.oak] };
  expect(await ask("properties/performance/filters", "", some)).toMatchObject({
    states: ["NY"],
    organizations: [],
    bedrooms: { from: 1, to: 1 },
  });
});

test("rejects bedrooms out of order with the screen's message, and needs the permission", async () => {
  const answer = await app.ask(world.manager, "portfolio-insights/costs?bedrooms_from=3&bedrooms_to=2");
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    400,
    { bedrooms_from: ['"From" value cannot be greater than "To" value'] },
  ]);
  const lacking = { ...world.manager, permissions: ["reporting.view_property_data_report" as const] };
  for (const name of Object.keys(calls)) {
    expect((await app.ask(lacking, `portfolio-insights/${name}`)).status, name).toBe(403);
  }
});

/** A property of so many homes of which some were read yesterday: a gallon in each hour, so much of it leaking. */
async function addHomes(name: string, homes: number, read: number, leaked = 0): Promise<number> {
  const { connections } = app;
  const property = await addProperty(connections, { name, time_zone: "America/New_York" });
  for (let home = 0; home < homes; home++) {
    const unit = await addUnit(connections, property, "Main", `${home}`);
    const meter = await addMeter(connections, unit, "SPOE", `meter ${home}`);
    if (home >= read) continue;
    await writeDay(connections, meter, "2026-06-09", { gallons: everyHour(1_000), leaked: everyHour(leaked) });
  }
  await rollUp(connections, property);
  return property.id;
}
