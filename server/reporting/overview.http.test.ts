import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { countPlaces } from "../metering/inventory/count-places.ts";
import { everyHour, writeDay } from "./testing/hours.ts";
import { addBuilding, addMeter, addProperty } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

async function overview(query: string, who = world.manager) {
  const answer = await app.ask(who, `overview${query}`);
  expect(answer.status, answer.text).toBe(200);
  return reportingCalls["GET /v1/reporting/overview"].response.parse(JSON.parse(answer.text));
}

// Covers calls-8
test("takes yesterday per property's time zone, and the price per organization", async () => {
  expect(await overview("")).toEqual({
    total_properties: 2,
    total_units: 3,
    units_without_price: 1,
    units_with_leakage: 2,
    // 24 h x (10 + 5) gal in Elm Court on the 9th, 24 h x 1 gal in Palm House on the 8th.
    gallons_consumed: 384,
    gallons_leaked: 33.6,
    leak_percentage: 8.75,
    // 24 gal x $0.02 + 9.6 gal x $0.015 = $0.624
    leak_cost: 0.62,
    units_with_leakage_comparison: null,
    gallons_consumed_comparison: null,
    gallons_leaked_comparison: null,
    leak_percentage_comparison: null,
    leak_cost_comparison: null,
    water_loss: {
      band: "On Track",
      text: "On Track! Your water usage is within the optimal range, with slight room for improvement.",
    },
    start_date: "2026-06-08",
    end_date: "2026-06-09",
    is_over: true,
    // Four meters of Elm Court's units, that of the heater without data included, and one in Palm House; not the
    // building's.
    meter_days_read: 4,
    meter_days_expected: 5,
    last_reading_date: "2026-06-10",
    days_kept_from: null,
  });
});

// Covers owner-report-5
test("counts units without a price on the last day among the chosen ones", async () => {
  const { units, buildings, properties } = world;
  const unpriced = async (query = "") => (await overview(query)).units_without_price;
  // An organization's price covers Elm Court; none is set at Palm House.
  expect(await unpriced(`?building_id=${buildings.north}`)).toBe(0);
  expect(await unpriced(`?unit_id=${units.unitA}`)).toBe(1);
  expect(await unpriced("?bedrooms_from=5")).toBe(0);
  const { owner } = app.connections;
  const price = (until: string) =>
    sql`
    insert into unit_prices (property_id, unit_id, first_day, last_day, price)
    values (${properties.palm}, ${units.unitA}, '2026-01-01', ${until}, 0.02)`.execute(owner);
  try {
    await price("2026-06-07");
    expect(await unpriced()).toBe(1);
    await sql`delete from unit_prices`.execute(owner);
    await price("infinity");
    expect(await unpriced()).toBe(0);
  } finally {
    await sql`delete from unit_prices`.execute(owner);
  }
});

// Covers filters-1
test("counts the properties of the chosen buildings and units", async () => {
  const { units, buildings } = world;
  const counted = async (query: string) => {
    const { total_properties, total_units } = await overview(query);
    return [total_properties, total_units];
  };
  expect(await counted(`?unit_id=${units.unit2}`)).toEqual([1, 1]);
  expect(await counted(`?unit_id=${units.unit2}&unit_id=${units.unitA}`)).toEqual([2, 2]);
  expect(await counted(`?building_id=${buildings.north}`)).toEqual([1, 2]);
  expect(await counted(`?building_id=${buildings.north}&unit_id=${units.unitA}`)).toEqual([0, 0]);
  // Bedrooms are no place: the requested properties stay.
  expect(await counted("?bedrooms_from=5")).toEqual([2, 0]);
});

test("leaves out units with other bed counts, and compares like the portfolio's overview", async () => {
  const studios = await overview("?bedrooms_from=0&bedrooms_to=0");
  const others = await overview("?bedrooms_from=1");
  expect(studios.total_units + others.total_units).toBe(3);
  expect(await overview("?bedrooms_from=5")).toMatchObject({ total_units: 0, last_reading_date: null });
  expect((studios.gallons_consumed ?? 0) + (others.gallons_consumed ?? 0)).toBe(384);
  const compared = "?start_date=2026-06-09&end_date=2026-06-09&comparison=previous_period";
  const portfolio = await app.ask(world.manager, `portfolio-insights/properties/overview${compared}`);
  const { cards: _cards, bedrooms: _bedrooms, ...same } = JSON.parse(portfolio.text);
  expect(await overview(compared)).toMatchObject(same);
});

test("uses the same calendar days everywhere for explicit dates", async () => {
  const answer = await overview("?start_date=2026-06-09&end_date=2026-06-09");
  // Palm House has 19 measured hours of 7 gal that day.
  expect(answer).toMatchObject({ gallons_consumed: 493, gallons_leaked: 24, units_with_leakage: 1 });
});

test("counts today as partial, and expects nothing of future days", async () => {
  expect(await overview("?days_ago=0")).toMatchObject({ gallons_consumed: 133, meter_days_expected: 5 });
  const later = await overview("?start_date=2026-06-09&end_date=2026-06-10");
  expect(later).toMatchObject({ end_date: "2026-06-10", meter_days_expected: 4 * 2 + 1 });
});

test("says whether the last day is over at all properties, each in its time zone", async () => {
  const { elm, palm } = world.properties;
  const isOver = async (query: string) => (await overview(query)).is_over;
  expect(await isOver("?days_ago=7")).toBe(true);
  expect(await isOver("?days_ago=0")).toBe(false);
  // The ninth of June is over in Elm Court, and today in Palm House.
  const ninth = "?start_date=2026-06-01&end_date=2026-06-09";
  expect(await isOver(ninth)).toBe(false);
  expect(await isOver(`${ninth}&property_id=${elm}`)).toBe(true);
  expect(await isOver(`${ninth}&property_id=${palm}`)).toBe(false);
});

test("gives only the time of the last reading for a period without a measured day", async () => {
  expect(await overview("?start_date=2025-01-01&end_date=2025-01-31")).toMatchObject({
    gallons_consumed: null,
    gallons_leaked: null,
    leak_percentage: null,
    leak_cost: null,
    units_with_leakage: 0,
    last_reading_date: "2026-06-10",
  });
});

test("an empty intersection of places gives an empty result", async () => {
  const { properties, organizations } = world;
  const nothing = await overview(`?property_id=${properties.elm}&organization_id=${organizations.west}`);
  expect(nothing).toMatchObject({ total_properties: 0, gallons_consumed: null, last_reading_date: null });
  const mixed = await overview(`?property_id=${properties.palm}&organization_id=${organizations.west}`);
  expect(mixed).toMatchObject({ total_properties: 1, gallons_consumed: 24, leak_cost: 0.14 });
});

test("figures of chosen buildings and units equal those of the leak list", async () => {
  const { buildings, units } = world;
  const unit2 = {
    total_units: 1,
    units_with_leakage: 1,
    gallons_consumed: 240,
    gallons_leaked: 24,
    leak_percentage: 10,
    leak_cost: 0.48,
    meter_days_read: 2,
    meter_days_expected: 2,
  };
  expect(await overview(`?unit_id=${units.unit2}`)).toMatchObject(unit2);
  expect(await overview(`?unit_id=${units.unit2}&building_id=${buildings.north}`)).toMatchObject(unit2);
  const sound = { total_units: 1, units_with_leakage: 0, gallons_consumed: 120, gallons_leaked: 0, leak_cost: 0 };
  expect(await overview(`?unit_id=${units.unit10}`)).toMatchObject({ ...sound, meter_days_expected: 2 });
  const north = { total_units: 2, gallons_consumed: 360, gallons_leaked: 24, meter_days_expected: 4 };
  expect(await overview(`?building_id=${buildings.north}`)).toMatchObject(north);
  const both = { total_units: 2, units_with_leakage: 2, gallons_leaked: 33.6, leak_cost: 0.62 };
  expect(await overview(`?unit_id=${units.unit2}&unit_id=${units.unitA}`)).toMatchObject(both);
  const none = { total_units: 0, gallons_consumed: null, meter_days_expected: 0, last_reading_date: null };
  expect(await overview(`?building_id=${buildings.yard}`)).toMatchObject(none);
  expect(await overview(`?unit_id=${units.unit2}&building_id=${buildings.main}`)).toMatchObject(none);
  expect(await overview(`?unit_id=${units.unit2}&property_id=${world.properties.palm}`)).toMatchObject(none);
  const before = await overview(`?unit_id=${units.unit2}&start_date=2026-06-01&end_date=2026-06-01`);
  expect(before).toMatchObject({ gallons_consumed: null, last_reading_date: "2026-06-09" });
});

test("gives the last reading of a property without unit meters", async () => {
  const { connections } = app;
  const barn = await addProperty(connections, { name: "Barn", time_zone: "America/New_York" });
  const master = await addMeter(connections, await addBuilding(connections, barn, "Barn"), "Building", "barn");
  await writeDay(connections, master, "2026-03-03", { gallons: everyHour(10) });
  await writeDay(connections, master, "2026-03-04", { gallons: everyHour(0).map(() => null) });
  const answer = await overview("", { organizationIds: [], propertyIds: [barn.id] });
  expect(answer).toMatchObject({ last_reading_date: "2026-03-03", gallons_consumed: null, meter_days_expected: 0 });
});

test("expects readings of a meter only while it is in service", async () => {
  const { worker } = app.connections;
  const heater = await worker
    .selectFrom("meters")
    .innerJoin("meter_services", (join) =>
      join
        .onRef("meter_services.meter_id", "=", "meters.id")
        .onRef("meter_services.property_id", "=", "meters.property_id"),
    )
    .select("meter_services.id")
    .where("serial_number", "=", "elm-10-heater")
    .executeTakeFirstOrThrow();
  const serve = (began_at: string | null, ended_at: string | null) =>
    worker.transaction().execute(async (tx) => {
      await tx.updateTable("meter_services").set({ began_at, ended_at }).where("id", "=", heater.id).execute();
      await countPlaces(tx, world.properties.elm);
    });
  const expected = async () =>
    (await overview(`?property_id=${world.properties.elm}&start_date=2026-06-01&end_date=2026-06-09`))
      .meter_days_expected - 27;
  expect(await expected()).toBe(9);
  // From 2 June, 20:00 local (already the 3rd in UTC) to 5 June: the 2nd, 3rd and 4th.
  await serve("2026-06-03T00:00:00Z", "2026-06-05T12:00:00Z");
  expect(await expected()).toBe(3);
  await serve(null, null);
});

// Covers calls-1
test.each([
  ["?days_ago=2", "days_ago"],
  ["?start_date=2026-06-01", "end_date"],
  ["?start_date=2026-06-09&end_date=2026-06-08", "start_date"],
  ["?start_date=2026-02-30&end_date=2026-03-01", "start_date"],
  ["?days_ago=x", "days_ago"],
  ["?propertyid=1", "propertyid"],
])("rejects %s under the field's name", async (query, field) => {
  const answer = await app.ask(world.manager, `overview${query}`);
  expect(answer).toMatchObject({ status: 400, type: expect.stringMatching(/^application\/problem\+json/) });
  expect(JSON.parse(answer.text)).toHaveProperty([field]);
});

test.each([
  ["?start_date=banana&end_date=2026-06-01", "start_date must be a day such as 2026-01-31."],
  ["?start_date=2026-06-01&end_date=2026-02-30", "end_date must be a day such as 2026-01-31."],
  ["?days_ago=2", "days_ago must be 0, 1, 7 or 30."],
  ["?days_ago=x", "days_ago must be 0, 1, 7 or 30."],
  ["?start_date=2020-06-01&end_date=2026-06-01", "Request at most two years at once."],
  ["?start_date=2026-06-02&end_date=2026-06-01", "start_date cannot be later than end_date."],
  ["?property_id=x", 'property_id must be a number, not the text "x".'],
])("rejects %s with one message", async (query, detail) => {
  expect(JSON.parse((await app.ask(world.manager, `overview${query}`)).text)).toMatchObject({ detail });
});
