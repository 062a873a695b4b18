import { afterAll, beforeAll, expect, test } from "vitest";
import { portfolioMapCalls } from "../../../contract/portfolio/portfolio-map.ts";
import { reportingCalls } from "../../../contract/reporting/reporting.ts";
import { everyHour, writeDay } from "../testing/hours.ts";
import { addMeter, addProperty, addUnit } from "../testing/places.ts";
import { type ReportsApp, reportsApp } from "../testing/reports-app.ts";
import { rollUp } from "../testing/roll-up.ts";
import { fourProperties, fourPropertiesNow } from "./testing/four-properties.ts";

const MAP = "GET /v1/reporting/portfolio-insights/properties/map";
const TABLE = "GET /v1/reporting/portfolio-insights/properties/performance";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof fourProperties>>;

beforeAll(async () => {
  app = await reportsApp(fourPropertiesNow);
  world = await fourProperties(app.connections);
  const zips = { elm: "10001-1234", fir: " 07030 ", oak: "00000", ash: "" };
  for (const name of ["elm", "fir", "oak", "ash"] as const) {
    const address = { zip_code: zips[name], city: name === "elm" ? "New York" : "" };
    await app.connections.worker
      .updateTable("properties")
      .set(address)
      .where("id", "=", world.properties[name])
      .execute();
  }
});
afterAll(() => app.close());

async function mapped(query = "", who: { organizationIds: number[]; propertyIds: number[] } = world.manager) {
  const answer = await app.ask(who, `portfolio-insights/properties/map${query}`);
  expect(answer.status, answer.text).toBe(200);
  return portfolioMapCalls[MAP].response.parse(JSON.parse(answer.text)).properties;
}

test("lists every property by name, at the center of its ZIP code where known", async () => {
  const places = (await mapped()).map((row) => [row.property_name, row.city, row.state, row.latitude, row.longitude]);
  expect(places).toEqual([
    ["Ash", "", "", null, null],
    ["Elm", "New York", "NY", 40.75065, -73.997293],
    ["Fir", "", "NJ", 40.745251, -74.027926],
    ["Oak", "", "NY", null, null],
  ]);
});

test("has the figures of the property table, and the cost of leaks", async () => {
  for (const query of ["?days_ago=1", "?start_date=2026-06-08&end_date=2026-06-09", "?bedrooms_from=2&bedrooms_to=3"]) {
    const answer = await app.ask(
      world.manager,
      `portfolio-insights/properties/performance${query}&ordering=property_name`,
    );
    const table = reportingCalls[TABLE].response.parse(JSON.parse(answer.text)).results;
    const figures = ({ property_id, units, performance, leak_percentage, gallons_leaked }: (typeof table)[number]) => ({
      property_id,
      units,
      performance,
      leak_percentage,
      gallons_leaked,
    });
    expect(await mapped(query)).toMatchObject(table.map(figures));
  }
  // Elm: 24 gallons of two bedrooms at 2 cents; Fir 18 at the same; nothing was measured in Ash, no water ran in Oak.
  expect((await mapped()).map(({ leak_cost }) => leak_cost)).toEqual([null, 0.48, 0.36, 0]);
});

test("has the use per bedroom also of a property of which few units report", async () => {
  const { connections } = app;
  const pilot = await addProperty(connections, { name: "Pilot", time_zone: "America/New_York" });
  const home = await addUnit(connections, pilot, "Main", "1", 2);
  await addUnit(connections, pilot, "Main", "2", 3);
  await writeDay(connections, await addMeter(connections, home, "SPOE", "pilot"), "2026-06-09", {
    gallons: everyHour(5000),
  });
  await rollUp(connections, pilot);
  const who = { organizationIds: [], propertyIds: [pilot.id] };
  // 120 gallons of two bedrooms.
  expect((await mapped("", who)).map((row) => row.gallons_per_bedroom_per_day)).toEqual([60]);
});

test("limits the map to scope and filters, and needs the portfolio permission", async () => {
  const { elm, fir } = world.properties;
  expect((await mapped(`?property_id=${fir}`)).map(({ property_id }) => property_id)).toEqual([fir]);
  expect(await mapped("", { organizationIds: [], propertyIds: [elm] })).toHaveLength(1);
  const ask = async (who: object, query = "") =>
    (await app.ask(who, `portfolio-insights/properties/map${query}`)).status;
  expect(await ask({ ...world.manager, propertyIds: [elm] }, `?property_id=${fir}`)).toBe(404);
  expect(await ask({ ...world.manager, permissions: ["reporting.view_property_data_report"] })).toBe(403);
  expect(await ask(world.manager, "?page=1")).toBe(400);
});
