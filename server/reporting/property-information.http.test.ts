import { afterAll, beforeAll, expect, test } from "vitest";
import { leakReportCalls } from "../../contract/reporting/leak-report.ts";
import { everyHour, writeDay } from "./testing/hours.ts";
import { addBuilding, addMeter, addProperty, addUnit } from "./testing/places.ts";
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

const { response } = leakReportCalls["GET /v1/reporting/leak-report/properties/{id}/meters"];
type Who = { organizationIds: number[]; propertyIds: number[] };

async function meters(id: number, query = "", who: Who = world.manager) {
  const answer = await app.ask(who, `leak-report/properties/${id}/meters${query}`);
  expect(answer.status, answer.text).toBe(200);
  return response.parse(JSON.parse(answer.text));
}

// Covers calls-13
test("lists meters in service in natural order, with gateway and start of service", async () => {
  const { connections } = app;
  const { properties, buildings, units } = world;
  const serials = async (query = "") =>
    (await meters(properties.elm, query)).results.map((row) => row.meter_serial_number);
  expect(await serials()).toEqual(["elm-2", "elm-2-toilet", "elm-10", "elm-10-heater", "elm-master"]);
  expect(await serials(`?unit_id=${units.unit10}`)).toEqual(["elm-10", "elm-10-heater"]);
  expect(await serials(`?building_id=${buildings.yard}`)).toEqual(["elm-master"]);
  expect(await serials("?page=2&page_size=3")).toEqual(["elm-10-heater", "elm-master"]);
  expect((await meters(properties.elm, "?page_size=3")).count).toBe(5);

  const property = await addProperty(connections, { name: "Swapped", time_zone: "Pacific/Honolulu" });
  const unit = await addUnit(connections, property, "Main", "1", 2);
  await addMeter(connections, unit, "SPOE", "old", { ended_at: "2026-06-09T05:00:00Z" });
  const fresh = await addMeter(connections, unit, "SPOE", "fresh", { began_at: "2026-06-09T05:00:00Z" });
  const gateway = await connections.worker
    .insertInto("gateways")
    .values({ property_id: property.id, serial_number: "gw-1" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await connections.worker.updateTable("meters").set({ gateway_id: gateway.id }).where("id", "=", fresh.id).execute();
  await addMeter(connections, await addBuilding(connections, property, "Yard"), "Irrigation", "sprinkler");
  const who = { organizationIds: [], propertyIds: [property.id] };
  expect((await meters(property.id, "", who)).results).toMatchObject([
    {
      meter_serial_number: "fresh",
      attached_to: "SPOE",
      unit_name: "1",
      bedrooms: 2,
      in_service_since: "2026-06-08",
      gateway_serial_number: "gw-1",
    },
    {
      meter_serial_number: "sprinkler",
      building_name: "Yard",
      unit_id: null,
      bedrooms: null,
      in_service_since: null,
      gateway_serial_number: null,
    },
  ]);
});

test("answers another tenant's property like one that does not exist", async () => {
  for (const id of [world.properties.foreign, 999_999]) {
    const answer = await app.ask(world.manager, `leak-report/properties/${id}/meters`);
    expect([answer.status, JSON.parse(answer.text).detail]).toEqual([404, "There is no such property."]);
  }
});

// Covers rows-10
test("averages by bed count over days read, with minutes where all top meters measure them", async () => {
  const { connections } = app;
  const property = await addProperty(connections, { name: "Averages", time_zone: "America/New_York" });
  const home = await addMeter(connections, await addUnit(connections, property, "Main", "1", 2), "SPOE", "home");
  const twin = await addUnit(connections, property, "Main", "2", 2);
  const hot = await addMeter(connections, twin, "DPOE", "hot");
  const cold = await addMeter(connections, twin, "DPOE", "cold");
  await addUnit(connections, property, "Main", "3", 0);
  const flowOf = (minutes: number) => ({ flowTime: everyHour(minutes), events: everyHour(1) });
  // Of three units' days one was read in too few hours, one is before the 30 days, and one is today.
  await writeDay(connections, home, "2026-05-10", { gallons: everyHour(9_000) });
  await writeDay(connections, home, "2026-05-11", { gallons: everyHour(1_000), ...flowOf(10) });
  await writeDay(connections, home, "2026-05-12", { gallons: everyHour(5_000, 17) });
  await writeDay(connections, home, "2026-06-10", { gallons: everyHour(7_000, 20) });
  await writeDay(connections, hot, "2026-06-09", { gallons: everyHour(2_000), ...flowOf(5) });
  await writeDay(connections, cold, "2026-06-09", { gallons: everyHour(3_000), ...flowOf(15) });
  await writeDay(connections, hot, "2026-06-08", { gallons: everyHour(2_000), ...flowOf(60) });
  await writeDay(connections, cold, "2026-06-08", { gallons: everyHour(2_000) });
  await rollUp(connections, property);
  const who = { organizationIds: [], propertyIds: [property.id] };
  const answer = await app.ask(who, `leak-report/properties/${property.id}/overview`);
  expect(JSON.parse(answer.text).average_consumption).toEqual([
    { bedroom_type: 0, units: 1, total_gallons: null, flow_time: null, events: null },
    // Days of 24, 120 and 96 gal; minutes of the first two, 240 and 480.
    { bedroom_type: 2, units: 2, total_gallons: 80, flow_time: 360, events: 36 },
  ]);
});
