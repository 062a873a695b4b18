import { afterAll, beforeAll, expect, test } from "vitest";
import { heatMapCalls, MOST_HEAT_UNITS } from "../../contract/reporting/heat-map.ts";
import { reportingCalls } from "../../contract/reporting/reporting.ts";
import { fourProperties, fourPropertiesNow } from "./portfolio/testing/four-properties.ts";
import { everyHour, writeDay } from "./testing/hours.ts";
import { addMeter, addProperty, addUnit } from "./testing/places.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { rollUp } from "./testing/roll-up.ts";

const HEAT = "GET /v1/reporting/leak-report/properties/{id}/heat-map";
const DAYS = "start_date=2026-06-07&end_date=2026-06-10";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof fourProperties>>;
let elm: number;

beforeAll(async () => {
  app = await reportsApp(fourPropertiesNow);
  world = await fourProperties(app.connections);
  elm = world.properties.elm;
  const property = { id: elm, timeZone: "America/New_York" };
  // Built last, but first by name; of its units 9 comes before 10.
  for (const name of ["10", "9"]) {
    const meter = await addMeter(
      app.connections,
      await addUnit(app.connections, property, "Annex", name, 1),
      "SPOE",
      name,
    );
    const hours = everyHour(1_500).map((gallons, hour) => (hour < 6 ? gallons : null));
    if (name === "9") await writeDay(app.connections, meter, "2026-06-09", { gallons: hours });
  }
  await rollUp(app.connections, property);
});
afterAll(() => app.close());

const answerOf = (query: string, id = elm, who: object = world.manager) =>
  app.ask(who, `leak-report/properties/${id}/heat-map?${query}`);

async function heat(query: string, id = elm) {
  const answer = await answerOf(query, id);
  expect(answer.status, answer.text).toBe(200);
  return heatMapCalls[HEAT].response.parse(JSON.parse(answer.text));
}

async function buildings(id: number) {
  const answer = await app.ask(world.manager, `leak-report/leak-overview/filters?property_id=${id}`);
  return reportingCalls["GET /v1/reporting/leak-report/leak-overview/filters"].response.parse(JSON.parse(answer.text))
    .buildings;
}

test("lists each unit and day in natural order; a missing measurement is not zero", async () => {
  const [annex, main] = await buildings(elm);
  expect(await heat(DAYS)).toEqual({
    building_id: annex?.id,
    building_name: "Annex",
    dates: ["2026-06-07", "2026-06-08", "2026-06-09", "2026-06-10"],
    units: [
      {
        unit_id: expect.any(Number),
        unit_name: "9",
        bedrooms: 1,
        gallons_consumed: [null, null, 9, null],
        gallons_leaked: [null, null, 0, null],
        days_unread: [0, 1, 2, 3],
        days_of_fixtures: [],
      },
      {
        unit_id: expect.any(Number),
        unit_name: "10",
        bedrooms: 1,
        gallons_consumed: [null, null, null, null],
        gallons_leaked: [null, null, null, null],
        days_unread: [0, 1, 2, 3],
        days_of_fixtures: [],
      },
    ],
    days_kept_from: null,
  });
  const { units } = await heat(`${DAYS}&building_id=${main?.id}`);
  expect(units).toMatchObject([
    {
      unit_name: "Home",
      gallons_consumed: [null, 192, 240, null],
      gallons_leaked: [null, 12, 24, null],
      days_unread: [0, 3],
    },
    { unit_name: "Studio", gallons_consumed: [null, 48, 120, null], gallons_leaked: [null, 0, 0, null] },
  ]);
});

test("units add up to the building, and buildings to the property", async () => {
  const sum = (days: (number | null)[][]) => days.flat().reduce((total: number, gallons) => total + (gallons ?? 0), 0);
  const overview = async (query: string) => {
    const answer = await app.ask(world.manager, `overview?property_id=${elm}&${query}`);
    return reportingCalls["GET /v1/reporting/overview"].response.parse(JSON.parse(answer.text));
  };
  const all = { gallons: 0, leaked: 0 };
  for (const { id } of await buildings(elm)) {
    const { units } = await heat(`${DAYS}&building_id=${id}`);
    const gallons = sum(units.map((unit) => unit.gallons_consumed));
    const leaked = sum(units.map((unit) => unit.gallons_leaked));
    const of = await overview(`${DAYS}&building_id=${id}`);
    expect({ gallons, leaked }).toEqual({ gallons: of.gallons_consumed, leaked: of.gallons_leaked });
    all.gallons += gallons;
    all.leaked += leaked;
  }
  const whole = await overview(DAYS);
  expect(all).toEqual({ gallons: whole.gallons_consumed, leaked: whole.gallons_leaked });
});

test("marks the days of a unit of which fixtures alone are metered", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Gum", time_zone: "America/New_York" });
  const unit = await addUnit(connections, property, "Main", "1", 2);
  const toilet = await addMeter(connections, unit, "Toilet", "gum-toilet");
  for (const day of ["2026-06-07", "2026-06-09"])
    await writeDay(connections, toilet, day, { gallons: everyHour(1000) });
  await addMeter(connections, unit, "SPOE", "gum", { began_at: "2026-06-08T04:00:00Z" });
  await writeDay(connections, toilet, "2026-06-08", { gallons: everyHour(1000) });
  await rollUp(connections, property);
  const answer = await answerOf(DAYS, property.id, { organizationIds: [], propertyIds: [property.id] });
  expect(heatMapCalls[HEAT].response.parse(JSON.parse(answer.text)).units).toMatchObject([
    { gallons_consumed: [24, null, null, null], days_unread: [1, 2, 3], days_of_fixtures: [0] },
  ]);
});

test("rejects too many days or units with a message", async () => {
  expect((await heat("start_date=2026-03-11&end_date=2026-06-10")).dates).toHaveLength(92);
  const days = await answerOf("start_date=2026-03-10&end_date=2026-06-10");
  expect([days.status, JSON.parse(days.text)]).toMatchObject([
    400,
    { start_date: ["A heat map shows at most 92 days. Request fewer."] },
  ]);
  const { fir } = world.properties;
  const [main] = await buildings(fir);
  const names = Array.from({ length: MOST_HEAT_UNITS }, (_, number) => ({
    property_id: fir,
    building_id: main?.id ?? 0,
    name: `more ${number}`,
  }));
  expect((await answerOf("days_ago=1", fir)).status).toBe(200);
  await app.connections.worker.insertInto("units").values(names).execute();
  const units = await answerOf("days_ago=7", fir);
  expect([units.status, JSON.parse(units.text)]).toMatchObject([
    400,
    { building_id: ["Main has 1001 units, and a heat map shows at most 1000."] },
  ]);
});

test("needs one of the two permissions, within the scope", async () => {
  const { elm: ours, oak } = world.properties;
  for (const permissions of [["reporting.view_property_data_report"], ["reporting.view_asset_data_report"]]) {
    expect((await answerOf(DAYS, ours, { ...world.manager, permissions })).status).toBe(200);
  }
  expect((await answerOf(DAYS, ours, { ...world.manager, permissions: [] })).status).toBe(403);
  expect((await answerOf(DAYS, ours, { organizationIds: [], propertyIds: [oak] })).status).toBe(404);
  expect((await answerOf(DAYS, 999_999)).status).toBe(404);
  const [foreign] = await buildings(oak);
  expect((await answerOf(`${DAYS}&building_id=${foreign?.id}`)).status).toBe(404);
  expect(
    (await answerOf(`${DAYS}&building_id=${foreign?.id}`, ours, { organizationIds: [], propertyIds: [ours] })).status,
  ).toBe(404);
});
