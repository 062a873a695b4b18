import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type DeviceRow, deviceCalls } from "../../../contract/inventory/devices.ts";
import {
  addStation,
  connectMeters,
  dropLastSeen,
  readUntil,
  recordStationSeen,
} from "../../devices/testing/stations.ts";
import { recordLastSeen } from "../../ingest/last-seen.ts";
import { countPlaces } from "../../metering/inventory/count-places.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { addMeter, addProperty, addUnit, type TestMeter, type TestProperty } from "../testing/places.ts";

/** 12:00 on 10 June in Chicago. */
const NOON = "2026-06-10T17:00:00Z";
const health = "/v1/reporting/device-health";
const overview = deviceCalls[`GET ${health}/overview`].response;
const rows = deviceCalls[`GET ${health}/portfolio-detail/properties/{id}/meters`].response;

let site: ScopedApp;
let home: TestProperty;
let foreign: TestProperty;
let meter: TestMeter;
let gateway: number;
let router: number;

beforeAll(async () => {
  site = await scopedApp(NOON);
  const { connections } = site;
  home = await addProperty(connections, { name: "Oak", time_zone: "America/Chicago", state: "IL" });
  foreign = await addProperty(connections, { name: "Foreign", time_zone: "America/Chicago" });
  meter = await addMeter(connections, await addUnit(connections, home, "A", "101"), "SPOE", "M1");
  gateway = await addStation(connections, home, "G1");
  router = await addStation(connections, home, "R1", { gatewayId: gateway });
  await addStation(connections, foreign, "G1");
});
afterAll(() => site.close());
afterEach(async () => {
  site.clock.now = Date.parse(NOON);
  await site.connections.worker.updateTable("meters").set({ gateway_id: null, router_id: null }).execute();
  await dropLastSeen(site.connections);
});

async function devices(query = ""): Promise<Map<string, DeviceRow>> {
  const path = `${health}/portfolio-detail/properties/${home.id}/meters?page_size=50${query}`;
  const answer = await site.ask({ propertyIds: [home.id] }, "GET", path);
  expect(answer.status, answer.text).toBe(200);
  return new Map(rows.parse(answer.json()).results.map((row) => [row.meter_serial_number, row]));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  { after: 24 * HOUR, status: "online", days_offline: 0 },
  { after: 24 * HOUR + MINUTE, status: "delayed", days_offline: 1 },
  { after: 72 * HOUR, status: "delayed", days_offline: 3 },
  { after: 72 * HOUR + MINUTE, status: "offline", days_offline: 3 },
  { after: 40 * 24 * HOUR - MINUTE, status: "offline", days_offline: 39 },
])("a meter $after ms after its newest hour is $status", async ({ after, status, days_offline }) => {
  await readUntil(site.connections, meter, NOON);
  site.clock.now = Date.parse(NOON) + after;
  expect((await devices()).get("M1")).toMatchObject({ status, days_offline, last_seen_at: "2026-06-10T17:00:00.000Z" });
});

test.each([
  { after: 2 * HOUR, interval: 60, status: "online" },
  { after: 2 * HOUR + MINUTE, interval: 60, status: "delayed" },
  { after: 2 * HOUR + MINUTE, interval: 61, status: "online" },
  { after: 6 * HOUR, interval: 180, status: "online" },
  { after: 6 * HOUR + MINUTE, interval: 180, status: "delayed" },
  { after: 24 * HOUR, interval: 60, status: "delayed" },
  { after: 24 * HOUR + MINUTE, interval: 60, status: "offline" },
])("a gateway and a router with $interval minutes are $status after $after ms", async ({ after, interval, status }) => {
  await site.connections.worker.updateTable("gateways").set({ interval_minutes: interval }).execute();
  // Another gateway of the same number lives elsewhere.
  await recordStationSeen(site.connections, home, "gateway", gateway, NOON);
  await recordStationSeen(site.connections, home, "router", router, NOON);
  site.clock.now = Date.parse(NOON) + after;
  const found = await devices();
  await site.connections.worker.updateTable("gateways").set({ interval_minutes: 60 }).execute();
  expect(found.get("G1")).toMatchObject({ status, device_type: "gateway" });
  // The outage of its gateway explains a router's.
  const explained = status === "offline";
  expect(found.get("R1")).toMatchObject({
    status: explained ? "delayed" : status,
    explained_by: explained ? "G1" : null,
  });
});

test("a device never seen is unknown, and in no ratio", async () => {
  const found = await devices();
  expect([...found.values()].map((row) => [row.status, row.days_offline, row.last_seen_at])).toEqual([
    ["unknown", null, null],
    ["unknown", null, null],
    ["unknown", null, null],
  ]);
  const answer = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/portfolio-insights/overview`);
  expect(answer.json()).toMatchObject({
    device_reporting_ratio: null,
    health: null,
    properties: { no_data: 1 },
    devices: { online: 0, unknown: 3 },
  });
});

test("evaluates a past date at its end, in the property's time zone", async () => {
  // The last hour ends with 10 June in Chicago, at 05:00 UTC of the 11th.
  await readUntil(site.connections, meter, "2026-06-11T05:00:00Z");
  site.clock.now = Date.parse("2026-06-20T12:00:00Z");
  const on = async (date: string) => (await devices(`&date=${date}`)).get("M1")?.status;
  expect(await on("2026-06-09")).toBe("unknown");
  expect(await on("2026-06-10")).toBe("online");
  expect(await on("2026-06-11")).toBe("online");
  expect(await on("2026-06-12")).toBe("delayed");
  expect(await on("2026-06-13")).toBe("delayed");
  expect(await on("2026-06-14")).toBe("offline");
  // A day that is not over is as of now.
  expect((await devices("&date=2026-06-20")).get("M1")?.days_offline).toBe(9);
  expect((await devices("&date=2026-06-19")).get("M1")?.days_offline).toBe(9);
  expect((await devices("&date=2026-06-21")).get("M1")?.days_offline).toBe(9);
});

test("stores a gateway's history by day", async () => {
  for (const day of ["05", "06", "09"]) {
    await recordStationSeen(site.connections, home, "gateway", gateway, `2026-06-${day}T20:00:00Z`);
  }
  const on = async (date: string) => (await devices(`&date=2026-06-${date}`)).get("G1");
  expect(await on("04")).toMatchObject({ status: "unknown" });
  expect(await on("06")).toMatchObject({ status: "delayed", last_seen_at: "2026-06-06T20:00:00.000Z" });
  expect(await on("08")).toMatchObject({ status: "offline", days_offline: 2 });
});

test("attributes meters without data to a gateway without data, and no others", async () => {
  const { connections } = site;
  const unit = await addUnit(connections, home, "A", "102");
  const early = await addMeter(connections, unit, "SPOE", "M-early");
  await connectMeters(connections, [meter, early], { gatewayId: gateway });
  await readUntil(connections, meter, "2026-06-05T17:00:00Z");
  await readUntil(connections, early, "2026-06-02T17:00:00Z");
  await recordStationSeen(connections, home, "gateway", gateway, "2026-06-05T17:05:00Z");
  const found = await devices();
  expect(found.get("G1")).toMatchObject({ status: "offline", days_offline: 4, meters: 2, explained_by: null });
  expect(found.get("M1")).toMatchObject({
    status: "delayed",
    explained_by: "G1",
    explained_by_type: "gateway",
    days_offline: 5,
    gateway_serial_number: "G1",
  });
  expect(found.get("M-early")).toMatchObject({ status: "offline", explained_by: null, days_offline: 8 });
  const critical = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/critical-alerts/overview`);
  expect(critical.json()).toEqual({ gateways_routers: 1, meters: 1, no_consumption: 0 });
  await recordStationSeen(connections, home, "gateway", gateway, "2026-06-10T16:59:00Z");
  expect((await devices()).get("M1")).toMatchObject({ status: "offline", explained_by: null });
  await connections.worker.deleteFrom("meter_services").where("meter_id", "=", early.id).execute();
});

test("a gateway without contact does not explain a meter that stopped later than it and than other meters", async () => {
  const { connections } = site;
  const unit = await addUnit(connections, home, "A", "103");
  const other = await addMeter(connections, unit, "SPOE", "M-other");
  await connectMeters(connections, [meter, other], { gatewayId: gateway });
  await recordStationSeen(connections, home, "gateway", gateway, "2026-06-01T12:00:00Z");
  await readUntil(connections, meter, "2026-06-05T17:00:00Z");
  await readUntil(connections, other, "2026-06-06T16:00:00Z");
  const explained = { status: "delayed", explained_by: "G1" };
  const listed = async (query = "") => {
    const found = await devices(query);
    return [found.get("M1"), found.get("M-other")];
  };
  // What no gateway sends comes by file: all meters stop together.
  expect(await listed()).toMatchObject([explained, explained]);
  await readUntil(connections, other, "2026-06-10T16:00:00Z");
  const alone = { status: "offline", explained_by: null };
  expect(await listed()).toMatchObject([alone, { status: "online" }]);
  expect(await listed("&date=2026-06-09")).toMatchObject([explained, explained]);
  const critical = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/critical-alerts/overview`);
  expect(critical.json()).toEqual({ gateways_routers: 1, meters: 1, no_consumption: 0 });
  // A meter that stopped with its gateway stays explained, whatever others send on another way.
  await recordStationSeen(connections, home, "gateway", gateway, "2026-06-05T12:00:00Z");
  expect(await listed()).toMatchObject([explained, { status: "online" }]);
  await connections.worker.deleteFrom("meter_services").where("meter_id", "=", other.id).execute();
});

test("shows the last battery and signal reported by the date", async () => {
  const say = (day: string, battery: number | null, signal: number | null) => {
    const deviceReport = {
      device: "meter" as const,
      deviceId: meter.id,
      at: Date.parse(`2026-06-${day}T12:00:00Z`),
      battery,
      signal,
    };
    return site.connections.worker
      .transaction()
      .execute((tx) => recordLastSeen(tx, home.id, [deviceReport], site.clock.now));
  };
  await say("07", 80, -90.5);
  await say("08", null, -70);
  await say("10", 60, null);
  const on = async (query: string) => (await devices(query)).get("M1");
  expect(await on("")).toMatchObject({
    battery: 60,
    battery_at: "2026-06-10T12:00:00.000Z",
    signal: -70,
    signal_at: "2026-06-08T12:00:00.000Z",
  });
  expect(await on("&date=2026-06-07")).toMatchObject({ battery: 80, signal: -90.5 });
  expect(await on("&date=2026-06-06")).toMatchObject({
    battery: null,
    battery_at: null,
    signal: null,
    signal_at: null,
  });
  expect((await devices()).get("G1")).toMatchObject({ battery: null, signal: null });
});

test("a meter whose volumes wait in quarantine reports, until they are decided on", async () => {
  const { connections } = site;
  await connectMeters(connections, [meter], { gatewayId: gateway });
  await readUntil(connections, meter, "2026-06-05T17:00:00Z");
  const waits = (measured_at: string) =>
    sql`
    insert into quarantined_readings (property_id, meter_id, measured_at, gallons, most)
    values (${home.id}, ${meter.id}, ${measured_at}, 9000000, 1500000)`.execute(connections.worker);
  await waits("2026-06-08T16:00:00Z");
  await waits("2026-06-10T15:00:00Z");
  const seen = { status: "online", last_seen_at: "2026-06-10T16:00:00.000Z", days_offline: 0 };
  const found = await devices();
  expect([found.get("M1"), found.get("G1")]).toMatchObject([seen, seen]);
  const counted = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/overview`);
  expect(counted.json()).toMatchObject({ meters: { online: 1, offline: 0 }, gateways: { online: 1 } });
  expect((await devices("&date=2026-06-09")).get("M1")).toMatchObject({ status: "delayed" });
  await sql`update quarantined_readings set decision = 'rejected'`.execute(connections.worker);
  expect((await devices()).get("M1")).toMatchObject({ last_seen_at: "2026-06-05T17:00:00.000Z" });
  await sql`delete from quarantined_readings`.execute(connections.worker);
});

test("takes a gateway without heartbeats as seen when its meters are", async () => {
  await connectMeters(site.connections, [meter], { routerId: router });
  await readUntil(site.connections, meter, "2026-06-10T16:00:00Z");
  const found = await devices();
  expect(found.get("G1")).toMatchObject({ status: "online", last_seen_at: "2026-06-10T16:00:00.000Z" });
  expect(found.get("R1")).toMatchObject({ status: "online", last_seen_at: "2026-06-10T16:00:00.000Z" });
});

test("counts a meter as delayed that was last seen more than 24 hours ago on the same day, of 25 hours", async () => {
  await readUntil(site.connections, meter, "2026-11-01T06:00:00Z");
  const seen = { last_seen_at: new Date("2026-11-01T05:10:00Z") };
  await site.connections.worker.updateTable("installed_meters").set(seen).where("meter_id", "=", meter.id).execute();
  const counted = async (now: string) => {
    site.clock.now = Date.parse(now);
    const answer = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/overview?device_type=meter`);
    return overview.parse(answer.json()).meters;
  };
  expect(await counted("2026-11-02T05:10:00Z")).toMatchObject({ online: 1, delayed: 0 });
  expect(await counted("2026-11-02T05:11:00Z")).toMatchObject({ online: 0, delayed: 1 });
  await dropLastSeen(site.connections);
  expect(await counted("2026-11-02T05:11:00Z")).toMatchObject({ online: 0, delayed: 0, unknown: 1 });
});

test("counts meters with a start or an end of their service, while it lasts", async () => {
  await readUntil(site.connections, meter, NOON);
  const set = (service: { began_at: Date | null; ended_at: Date | null }) =>
    site.connections.worker.updateTable("meter_services").set(service).where("meter_id", "=", meter.id).execute();
  const counted = async () => {
    await site.connections.worker.transaction().execute((tx) => countPlaces(tx, home.id));
    const answer = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/overview?device_type=meter`);
    return overview.parse(answer.json()).meters.online;
  };
  const [before, after] = [new Date("2026-06-10T16:00:00Z"), new Date("2026-06-10T18:00:00Z")];
  expect(await counted()).toBe(1);
  await set({ began_at: before, ended_at: after });
  expect(await counted()).toBe(1);
  await set({ began_at: after, ended_at: null });
  expect(await counted()).toBe(0);
  await set({ began_at: null, ended_at: before });
  expect(await counted()).toBe(0);
  await set({ began_at: null, ended_at: null });
  expect(await counted()).toBe(1);
});

test.each(["date=0001-01-01", "date=2026-02-30", "healthy_min=", "warning_min=&healthy_min=50"])(
  "rejects %s under its name",
  async (query) => {
    const answer = await site.ask({ propertyIds: [home.id] }, "GET", `${health}/overview?${query}`);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json()).toMatchObject({
      [query.split("=")[0] ?? ""]: [expect.stringMatching(/such as|from 0 to 100/)],
    });
  },
);

test("never shows another tenant's devices", async () => {
  await recordStationSeen(site.connections, home, "gateway", gateway, NOON);
  const who = { propertyIds: [home.id] };
  const missing = await site.ask(who, "GET", `${health}/portfolio-detail/properties/${foreign.id}/meters`);
  const unknown = await site.ask(who, "GET", `${health}/portfolio-detail/properties/999999/meters`);
  expect([missing.status, unknown.status]).toEqual([404, 404]);
  const list = await site.ask(who, "GET", `${health}/portfolio-detail/properties?property_id=${foreign.id}`);
  expect([list.status, list.json()]).toMatchObject([404, { property_id: ["There is no such property."] }]);
  const all = await site.ask(who, "GET", `${health}/overview`);
  expect(all.json()).toMatchObject({ total_properties: 1, gateways: { online: 1, unknown: 0 } });
});
