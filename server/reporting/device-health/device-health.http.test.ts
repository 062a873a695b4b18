import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceCalls } from "../../../contract/inventory/devices.ts";
import { addStation, connectMeters, readUntil, recordStationSeen } from "../../devices/testing/stations.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { meterStatusRows } from "../../metering/testing/meter-status-rows.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import { everyHour, writeDay } from "../testing/hours.ts";
import { pagesAreTheSet } from "../testing/pages-are-the-set.ts";
import { addMeter, addProperty, addUnit, type TestMeter, type TestProperty } from "../testing/places.ts";

/** 12:00 on 20 June in Chicago. */
const NOON = "2026-06-20T17:00:00Z";
const health = "/v1/reporting/device-health" as const;
const properties = deviceCalls[`GET ${health}/portfolio-detail/properties`];
const devices = deviceCalls[`GET ${health}/portfolio-detail/properties/{id}/meters`];
const notOnline = deviceCalls[`GET ${health}/portfolio-insights/properties/{id}/meters`];
const dry = deviceCalls[`GET ${health}/critical-alerts/no-consumption`];

let site: ScopedApp;
let oak: TestProperty;
let elm: TestProperty;
let propertyIds: number[];
const meters: TestMeter[] = [];

/**
 * Oak: 19 meters online and one 2 days late, in buildings A and B; a gateway online, for building A. Elm: its one meter
 * was never seen.
 */
beforeAll(async () => {
  site = await scopedApp(NOON);
  const { connections } = site;
  oak = await addProperty(connections, { name: "Oak", time_zone: "America/Chicago", state: "IL" });
  elm = await addProperty(connections, { name: "Elm", time_zone: "America/New_York", state: "NY" });
  propertyIds = [oak.id, elm.id];
  for (let i = 0; i < 20; i++) {
    const unit = await addUnit(connections, oak, i < 10 ? "A" : "B", `${100 + i}`);
    const meter = await addMeter(connections, unit, "SPOE", `M${i}`);
    meters.push(meter);
    await readUntil(connections, meter, i === 0 ? "2026-06-18T12:00:00Z" : "2026-06-20T12:00:00Z");
  }
  const gateway = await addStation(connections, oak, "G1");
  await connectMeters(connections, meters.slice(0, 10), { gatewayId: gateway });
  await recordStationSeen(connections, oak, "gateway", gateway, "2026-06-20T16:30:00Z");
  await addMeter(connections, await addUnit(connections, elm, "A", "1"), "SPOE", "E1");
});
afterAll(() => site.close());

async function ask(path: string) {
  const answer = await site.ask({ propertyIds }, "GET", `${health}/${path}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
}

// Covers devices-6, rows-9
test("calculates the ratio over devices ever seen, and compares it unrounded with the caller's thresholds", async () => {
  // 20 of 21 devices: 95.238… per cent; of the meters 19 of 20.
  const list = async (query: string) => properties.response.parse(await ask(`portfolio-detail/properties?${query}`));
  expect(await list("")).toMatchObject({
    count: 2,
    results: [
      {
        property_name: "Oak",
        state: "IL",
        device_reporting_ratio: 2000 / 21,
        health: "healthy",
        online_devices: 20,
        delayed_devices: 1,
        offline_devices: 0,
        silent_devices: 1,
        unknown_devices: 0,
        total_devices: 21,
      },
      { property_name: "Elm", device_reporting_ratio: null, health: null, unknown_devices: 1, total_devices: 0 },
    ],
  });
  const bySilence = (await list("ordering=silent_devices")).results;
  expect(bySilence.map((row) => [row.property_name, row.silent_devices])).toEqual([
    ["Elm", 0],
    ["Oak", 1],
  ]);
  const classOf = async (query: string) => (await list(`${query}&property_id=${oak.id}`)).results[0]?.health;
  expect(await classOf("healthy_min=95.24")).toBe("warning");
  expect(await classOf("device_type=meter")).toBe("healthy");
  expect(await classOf("device_type=meter&healthy_min=95.1")).toBe("warning");
  expect(await classOf("device_type=meter&healthy_min=99&warning_min=95.1")).toBe("critical");
  expect(await classOf("device_type=router")).toBeNull();
  // Nine of ten meters of building A and its gateway.
  expect((await list(`building_id=${await buildingA()}`)).results[0]).toMatchObject({
    online_devices: 10,
    delayed_devices: 1,
  });
  expect((await list("status=unknown")).results.map((row) => row.property_name)).toEqual(["Elm"]);
  const wrong = await site.ask({ propertyIds }, "GET", `${health}/overview?healthy_min=80&warning_min=80`);
  expect(wrong.status).toBe(400);
});

test("defaults to the user's thresholds, or the product's for an API key", async () => {
  const device_health_thresholds = { healthy: [97, 100], warning: [90, 96], critical: [0, 89] };
  const userId = 500;
  await site.connections.accounts
    .insertInto("users")
    .values({
      id: userId,
      email: "own@example.com",
      name: "",
      preferences: JSON.stringify({ device_health_thresholds }),
    })
    .execute();
  const path = `${health}/portfolio-detail/properties?property_id=${oak.id}`;
  const answer = (query: string, who: object = { userId }) => site.ask({ propertyIds, ...who }, "GET", path + query);
  const classOf = async (query: string, who?: object) =>
    properties.response.parse((await answer(query, who)).json()).results[0]?.health;
  expect(await classOf("")).toBe("warning");
  expect(await classOf("", { userId: 0, apiKeyId: 1 })).toBe("healthy");
  expect(await classOf("&healthy_min=95")).toBe("healthy");
  expect(await classOf("&warning_min=96")).toBe("critical");
  const against = await answer("&healthy_min=90");
  expect([against.status, against.json()]).toMatchObject([400, { healthy_min: [expect.any(String)] }]);
  for (const overview of ["overview", "portfolio-insights/overview"]) {
    const seen = await site.ask({ propertyIds, userId }, "GET", `${health}/${overview}`);
    expect(seen.json()).toMatchObject({ health: "warning", properties: { healthy: 0, warning: 1 } });
  }
});

async function buildingA(): Promise<number> {
  const found = await sql<{
    id: number;
  }>`select id from buildings where property_id = ${oak.id} and name = 'A'`.execute(site.connections.worker);
  return found.rows[0]?.id ?? 0;
}

// Covers calls-4
test("counts properties by class and devices by type", async () => {
  const counted = {
    total_properties: 2,
    properties: { healthy: 1, warning: 0, critical: 0, no_data: 1 },
    device_reporting_ratio: 2000 / 21,
    health: "healthy",
    devices: { online: 20, delayed: 1, offline: 0, unknown: 1 },
    gateways: { online: 1, delayed: 0, offline: 0, unknown: 0 },
    routers: { online: 0, delayed: 0, offline: 0, unknown: 0 },
    meters: { online: 19, delayed: 1, offline: 0, unknown: 1 },
  };
  expect(await ask("overview")).toEqual(counted);
  expect(await ask("portfolio-insights/overview")).toEqual(counted);
  expect(await ask("overview?status=delayed")).toMatchObject({
    device_reporting_ratio: 2000 / 21,
    devices: { online: 0, delayed: 1, unknown: 0 },
  });
});

// Covers rows-9
test("lists a property's devices, all or those not online, in pages", async () => {
  const whole = devices.response.parse(await ask(`portfolio-detail/properties/${oak.id}/meters?page_size=50`));
  expect(whole.count).toBe(21);
  expect(whole.results[0]).toMatchObject({ meter_serial_number: "M0", status: "delayed", days_offline: 2 });
  expect(notOnline.response.parse(await ask(`portfolio-insights/properties/${oak.id}/meters`)).results).toHaveLength(1);
  await pagesAreTheSet(
    async (query) => devices.response.parse(await ask(`portfolio-detail/properties/${oak.id}/meters${query}`)),
    devices.query?.shape.ordering.in.unwrap().options ?? [],
    "date=2026-06-20",
    (row) => row.meter_serial_number,
  );
});

// Covers devices-1, people-6, calls-4
test("separates the property's calls from the portfolio's by permission", async () => {
  const status = async (path: string, permission: "asset" | "property") => {
    const permissions = [`reporting.view_${permission}_data_report` as const];
    return (await site.ask({ propertyIds, permissions }, "GET", `${health}/${path}`)).status;
  };
  expect([await status("overview", "property"), await status("overview", "asset")]).toEqual([200, 403]);
  for (const path of ["portfolio-insights/overview", `portfolio-insights/properties/${oak.id}/meters`]) {
    expect([await status(path, "property"), await status(path, "asset")]).toEqual([403, 200]);
  }
  const lists = ["portfolio-detail/properties", `portfolio-detail/properties/${oak.id}/meters`];
  const alerts = ["overview", "gateways-routers", "meters", "no-consumption", "meters/export?file_type=csv"];
  for (const path of [...lists, ...alerts.map((list) => `critical-alerts/${list}`)]) {
    expect([await status(path, "property"), await status(path, "asset")]).toEqual([200, 200]);
    const neither = await site.ask({ propertyIds, permissions: [] }, "GET", `${health}/${path}`);
    expect(neither.status).toBe(403);
  }
});

// Covers calls-4
test("lists meters without consumption on any date", async () => {
  const [, , meter] = meters;
  if (meter === undefined) throw new Error("There is no meter.");
  await writeDay(site.connections, meter, "2026-05-01", { gallons: everyHour(1_000) });
  for (let day = 2; day <= 15; day++) {
    await writeDay(site.connections, meter, `2026-05-${String(day).padStart(2, "0")}`, { gallons: everyHour(0) });
  }
  const on = async (date: string) => dry.response.parse(await ask(`critical-alerts/no-consumption?date=${date}`));
  expect(await on("2026-05-14")).toMatchObject({ count: 0 });
  expect(await on("2026-05-15")).toMatchObject({
    count: 1,
    results: [
      {
        meter_serial_number: "M2",
        unit_name: "102",
        attached_to: "SPOE",
        occupancy: "unknown",
        days_without_water: 14,
        last_used_date: "2026-05-01",
      },
    ],
  });
  expect(await ask("critical-alerts/overview?date=2026-05-15")).toEqual({
    gateways_routers: 0,
    meters: 0,
    no_consumption: 1,
  });
  expect(await ask("critical-alerts/overview?date=2026-05-18")).toMatchObject({ no_consumption: 1 });
  // After four days without data it is offline, explained by its gateway, which was last seen through this meter.
  expect(await ask("critical-alerts/overview?date=2026-05-19")).toEqual({
    gateways_routers: 1,
    meters: 0,
    no_consumption: 0,
  });
});

/** The responses of all device reports. */
async function allOf(query: string) {
  const lists = ["portfolio-detail/properties", `portfolio-detail/properties/${oak.id}/meters`];
  const critical = ["gateways-routers", "meters", "no-consumption"].map((list) => `critical-alerts/${list}`);
  const paths = ["overview?", "critical-alerts/overview?"];
  for (const path of [...lists, ...critical]) paths.push(`${path}?page_size=50&`);
  return Promise.all(paths.map((path) => ask(`${path}${query}`)));
}

test("the state at the end of a day does not depend on later data", async () => {
  // Before days of which nothing came.
  for (const day of ["2026-05-15", "2026-05-16", "2026-05-18", "2026-06-16", "2026-06-18"]) {
    const { startsAt } = localDay("America/Chicago", dayNumber(day) + 1);
    site.clock.now = startsAt;
    const then = await allOf(`property_id=${oak.id}`);
    site.clock.now = Date.parse(NOON);
    expect(await allOf(`property_id=${oak.id}&date=${day}`), day).toEqual(then);
  }
});

test("looks up days for meters without a status row, as after an upgrade", async () => {
  const { connections } = site;
  const before = await allOf("");
  await sql`
    update installed_meters set last_seen_on = 'infinity', last_seen_at = null, last_flow_on = null, read_days = 0`.execute(
    connections.worker,
  );
  expect(await allOf("")).toEqual(before);
  await sql`update properties set inventory_version = inventory_version + 1`.execute(connections.worker);
  await refreshAll(connections, () => site.clock.now);
  for (const propertyId of propertyIds) {
    const { kept, recalculated } = await meterStatusRows(connections, propertyId);
    expect(kept).toEqual(recalculated);
  }
  expect(await allOf("")).toEqual(before);
});
