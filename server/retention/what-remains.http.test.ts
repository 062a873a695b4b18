import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceCalls } from "../../contract/inventory/devices.ts";
import { alertCalls } from "../../contract/leaks/alerts.ts";
import { leakDetailCalls } from "../../contract/reporting/leak-details.ts";
import { updateAlerts } from "../alerts/update-alerts.ts";
import { at, type LeakySite, leakySite } from "../leaks-api/testing/leaky-site.ts";
import { meterStatusRows } from "../metering/testing/meter-status-rows.ts";
import { runRetention } from "./run-retention.ts";

const health = "/v1/reporting/device-health";
const rows = deviceCalls[`GET ${health}/portfolio-detail/properties/{id}/meters`].response;

const details = "/v1/reporting/leak-report/leak-details/meters";
const flow = {
  path: `${details}/bath/flow/hour`,
  response: leakDetailCalls[`GET ${details}/{meter}/flow/hour`].response,
};

let site: LeakySite;
let archive: string;

beforeAll(async () => {
  archive = await mkdtemp(join(tmpdir(), "dripline-archive-"));
  site = await leakySite(at(20));
  // From the 1st of June to the 20th, and the bath two months more.
  await site.send(site.ours, [0, 20], (serial, _day, hour) => (serial === "home" ? hour % 5 : 0));
  site.app.clock.now = Date.parse(at(80));
  await site.send(site.ours, [20, 80], (serial, _day, hour) => (serial === "bath" ? hour % 3 : null));
});
afterAll(async () => {
  await site?.app.close();
  await rm(archive, { recursive: true });
});

async function meters(date?: string) {
  const query = `device_type=meter&ordering=-meter_serial_number${date === undefined ? "" : `&date=${date}`}`;
  const path = `${health}/portfolio-detail/properties/${site.ours.propertyId}/meters?${query}`;
  const answer = await site.app.ask(site.ours.manager, "GET", path);
  expect(answer.status, answer.text).toBe(200);
  return rows.parse(answer.json()).results.map((row) => [row.meter_serial_number, row.status, row.days_offline]);
}

async function hoursOn(date: string) {
  const path = `${flow.path}?start_date=${date}&end_date=${date}`;
  const answer = await site.app.ask(site.ours.manager, "GET", path);
  const { count, hours_kept_from } = flow.response.parse(answer.json());
  return [count, hours_kept_from];
}

async function openAlerts() {
  await updateAlerts(site.app.connections, site.ours.propertyId, () => site.app.clock.now);
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/alerts?state=open&kind=device down");
  const { results } = alertCalls["GET /v1/alerts"].response.parse(answer.json());
  return results.map((alert) => alert.device_serial_number).sort();
}

const drop = (now: string, daysMonths: number | null) => {
  site.app.clock.now = Date.parse(now);
  return runRetention(site.app.connections, () => site.app.clock.now, { hoursMonths: 3, daysMonths }, archive);
};

/** Checks that the stored status of meters matches the days that are left. */
async function keptIsWhatIsLeft() {
  const { kept, recalculated } = await meterStatusRows(site.app.connections, site.ours.propertyId);
  expect(kept).toEqual(recalculated);
}

test("keeps device states, today and on past dates, when hours and days are dropped", async () => {
  const now = "2026-11-20T12:00:00Z";
  site.app.clock.now = Date.parse(now);
  const before = await meters();
  expect(before).toEqual([
    ["home", "offline", 152],
    ["bath", "offline", 92],
  ]);
  const past = { online: await meters("2026-06-15"), delayed: await meters("2026-06-22") };
  expect(past.online.map(([, status]) => status)).toEqual(["online", "online"]);
  expect(past.delayed).toEqual([
    ["home", "delayed", 2],
    ["bath", "online", 0],
  ]);
  expect(await openAlerts()).toEqual(["G1", "bath", "home"]);
  expect(await hoursOn("2026-06-15")).toEqual([24, null]);
  expect((await drop(now, null))?.hours.map(({ month }) => month)).toEqual(["2026-06", "2026-07"]);
  expect(await meters()).toEqual(before);
  await keptIsWhatIsLeft();
  // They were measured, and so do not count as missing.
  expect(await hoursOn("2026-06-15")).toEqual([0, "2026-08-01"]);
  expect(await hoursOn("2026-08-02")).toEqual([24, "2026-08-01"]);
  expect(await meters("2026-06-15")).toEqual(past.online);
  expect(await meters("2026-06-22")).toEqual(past.delayed);
  expect(await openAlerts()).toEqual(["G1", "bath", "home"]);
  site.app.clock.now = Date.parse("2027-04-20T12:00:00Z");
  const days = `${details}/bath/flow/day?start_date=2026-06-15&end_date=2026-06-15`;
  const { headers, text } = await site.app.ask(site.ours.manager, "GET", days);
  expect(JSON.parse(text)).toMatchObject({ count: 1, days_kept_from: null });
  const later = await drop("2027-04-20T12:00:00Z", 6);
  expect(later?.days).toEqual(["2026-06", "2026-07", "2026-08"]);
  await keptIsWhatIsLeft();
  const condition = { "if-none-match": headers.etag ?? "" };
  const gone = await site.app.ask(site.ours.manager, "GET", days, undefined, condition);
  expect([gone.status, gone.json()]).toMatchObject([200, { count: 0, days_kept_from: "2026-09-01" }]);
  const overview = await site.app.ask(
    site.ours.manager,
    "GET",
    "/v1/reporting/overview?start_date=2026-06-01&end_date=2026-06-30",
  );
  expect(overview.json()).toMatchObject({ days_kept_from: "2026-09-01" });
  expect(await meters()).toEqual([
    ["home", "offline", 303],
    ["bath", "offline", 243],
  ]);
  expect(await openAlerts()).toEqual(["G1", "bath", "home"]);
});

test("a meter and a property whose days were all dropped still count as read", async () => {
  await drop("2027-12-20T12:00:00Z", 6);
  const { propertyId, manager } = site.ours;
  const staff = { ...manager, isStaff: true, role: "ION staff" as const };
  const inventory = "/v1/admin/staff/inventory";
  const zone = { time_zone: "America/Denver" };
  const moved = await site.app.ask(staff, "PATCH", `${inventory}/organizations/properties/${propertyId}`, zone);
  expect([moved.status, moved.json()]).toMatchObject([422, { time_zone: [expect.stringContaining("has readings")] }]);
  const list = "Property,Bldg,Apt #,Beds,Attached To,Meter Serial Number\nOurs House,Main,2,1,SPOE,home\n";
  const path = `${inventory}/import?property_id=${propertyId}`;
  const imported = await site.app.ask(staff, "POST", path, list, { "content-type": "text/csv" });
  expect(imported.status, imported.text).toBe(200);
  const services = await sql`
    select u.name as unit, s.began_at, s.ended_at from meter_services s
    join meters m on m.property_id = s.property_id and m.id = s.meter_id
    join meter_points p on p.property_id = s.property_id and p.id = s.point_id
    join units u on u.property_id = p.property_id and u.id = p.unit_id
    where s.property_id = ${propertyId} and m.serial_number = 'home' order by s.id`.execute(
    site.app.connections.worker,
  );
  const now = new Date(site.app.clock.now);
  expect(services.rows).toEqual([
    { unit: "1", began_at: null, ended_at: now },
    { unit: "2", began_at: now, ended_at: null },
  ]);
});
