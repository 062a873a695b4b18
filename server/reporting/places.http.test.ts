import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inScope } from "../database/connect.ts";
import { type ReportsApp, reportsApp } from "./testing/reports-app.ts";
import { twoZones, twoZonesNow } from "./testing/two-zones.ts";

let app: ReportsApp;
let world: Awaited<ReturnType<typeof twoZones>>;

beforeAll(async () => {
  app = await reportsApp(twoZonesNow);
  world = await twoZones(app.connections);
});
afterAll(() => app.close());

async function read(path: string, who = world.manager) {
  const answer = await app.ask(who, path);
  expect(answer.status, answer.text).toBe(200);
  return JSON.parse(answer.text);
}

// Covers calls-8
test("lists the properties of the scope by name for any signed-in user", async () => {
  const { properties, organizations } = world;
  const elm = {
    id: properties.elm,
    name: "Elm Court",
    organization_id: organizations.east,
    organization_name: "East",
    city: "",
    state: "NY",
    time_zone: "America/New_York",
    units_count: 2,
  };
  const mine = await read("my-properties/");
  expect(mine).toMatchObject([elm, { id: properties.palm, organization_name: "West", units_count: 1 }]);
  expect(mine[0]).toEqual(elm);
  const withoutPermission = await app.ask({ ...world.manager, permissions: [] }, "my-properties/");
  expect(JSON.parse(withoutPermission.text)).toEqual(mine);
  expect(await read(`my-properties/?organization_id=${organizations.east}`)).toEqual([elm]);
});

// Covers rows-12
test("lists units of the chosen buildings in natural order", async () => {
  const { properties, buildings, units } = world;
  const filters = "leak-report/leak-overview/filters";
  expect(await read(`${filters}?property_id=${properties.elm}`)).toEqual({
    buildings: [
      { id: buildings.north, building_name: "North", property_id: properties.elm },
      { id: buildings.yard, building_name: "Yard", property_id: properties.elm },
    ],
    units: [
      { id: units.unit2, name: "Unit 2", building_id: buildings.north },
      { id: units.unit10, name: "Unit 10", building_id: buildings.north },
    ],
  });
  const ofMain = await read(`${filters}?building_id=${buildings.main}`);
  expect(ofMain.buildings).toHaveLength(3);
  expect(ofMain.units).toEqual([{ id: units.unitA, name: "A", building_id: buildings.main }]);
});

// Covers rows-10
test("shows a property, and answers another tenant's like one that does not exist", async () => {
  const of = (id: number) => `leak-report/properties/${id}/overview`;
  expect(await read(of(world.properties.elm))).toMatchObject({
    property_id: world.properties.elm,
    organization_name: "East",
    name: "Elm Court",
    state: "NY",
    units_count: 2,
    meters_count: 5,
  });
  const foreign = await app.ask(world.manager, of(world.properties.foreign));
  const unknown = await app.ask(world.manager, of(987_654));
  expect([foreign.status, unknown.status]).toEqual([404, 404]);
  const withoutId = (text: string) => ({ ...JSON.parse(text), request_id: "" });
  expect(withoutId(foreign.text)).toEqual(withoutId(unknown.text));
  expect((await app.ask(world.manager, of(0))).status).toBe(400);
});

test("leaves an archived property out of every report", async () => {
  const { worker } = app.connections;
  const archive = (archived_at: string | null) =>
    worker.updateTable("properties").set({ archived_at }).where("id", "=", world.properties.palm).execute();
  await archive("2026-06-01T00:00:00Z");
  expect(await read("my-properties/")).toHaveLength(1);
  expect(await read("overview")).toMatchObject({ total_properties: 1 });
  expect((await read("leak-report/leak-overview/filters")).buildings).toHaveLength(2);
  for (const report of [
    "leak-report/properties/{id}/overview",
    "leak-report/properties/{id}/meters",
    "top-leak-volume/properties/{id}/units",
  ]) {
    expect((await app.ask(world.manager, report.replace("{id}", `${world.properties.palm}`))).status).toBe(404);
  }
  expect((await app.ask(world.manager, "leak-report/leak-details/meters/palm-a/overview")).status).toBe(404);
  await archive(null);
});

test.each(["properties", "units", "meters", "meter_services", "leaks", "meter_days", "unit_days", "property_days"])(
  "row-level security protects a query on %s without a scope",
  async (table) => {
    const column = sql.ref(table === "properties" ? "id" : "property_id");
    const seen = async (who: typeof world.manager) => {
      const query = sql<{ id: number }>`select distinct ${column} as id from ${sql.table(table)} order by 1`;
      const found = await inScope(app.connections.app, who, (tx) => query.execute(tx));
      return found.rows.map((row) => row.id);
    };
    expect(await seen(world.manager)).toEqual(world.manager.propertyIds);
    expect(await seen(world.everybody)).toEqual(world.everybody.propertyIds);
  },
);
