import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type AlertRow, alertCalls } from "../../contract/leaks/alerts.ts";
import {
  addStation,
  connectMeters,
  dropLastSeen,
  readUntil,
  recordStationSeen,
  refreshMeterStatus,
} from "../devices/testing/stations.ts";
import { addLeak, everyHour, writeDay } from "../reporting/testing/hours.ts";
import {
  addMeter,
  addOrganization,
  addProperty,
  addUnit,
  type TestMeter,
  type TestProperty,
} from "../reporting/testing/places.ts";
import { rollUp } from "../reporting/testing/roll-up.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { dayText } from "../time/local-day.ts";
import { updateAlerts } from "./update-alerts.ts";

const page = alertCalls["GET /v1/alerts"].response;
/** 07:00 on 20 June in Chicago: the last complete day is the 19th. */
const NOW = "2026-06-20T12:00:00Z";
const MINUTE = 60_000;

let site: ScopedApp;
let trees: number;
let oak: TestProperty;
let foreign: TestProperty;
let home: TestMeter;
let toilet: TestMeter;
let gateway: number;

beforeAll(async () => {
  site = await scopedApp(NOW);
  const { connections } = site;
  trees = await addOrganization(connections, "Trees", 0.02);
  oak = await addProperty(connections, { name: "Oak", organization_id: trees, time_zone: "America/Chicago" });
  foreign = await addProperty(connections, { name: "Foreign", time_zone: "America/Chicago" });
  const unit = await addUnit(connections, oak, "A", "101");
  home = await addMeter(connections, unit, "SPOE", "S1");
  toilet = await addMeter(connections, unit, "Toilet", "T1");
  gateway = await addStation(connections, oak, "G1");
  await addMeter(connections, await addUnit(connections, foreign, "A", "101"), "SPOE", "S1");
});
afterAll(() => site.close());
beforeEach(async () => {
  site.clock.now = Date.parse(NOW);
  await site.connections.worker.updateTable("meters").set({ gateway_id: null, router_id: null }).execute();
  await dropLastSeen(site.connections);
  const tables = ["alerts", "leaks", "leak_cases", "leak_case_days", "leak_case_events", "leak_repairs", "meter_days"];
  for (const table of [
    ...tables,
    "unit_days",
    "occupancy",
    "quarantined_readings",
    "register_findings",
    "unit_prices",
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(site.connections.worker);
  }
});

/** Recalculates the cases of Oak, and updates the alerts of a property. */
async function update(propertyId = oak.id) {
  await rollUp(site.connections, oak);
  return updateAlerts(site.connections, propertyId, () => site.clock.now);
}

async function alerts(query = "state=open", propertyIds = [oak.id]): Promise<AlertRow[]> {
  const answer = await site.ask({ organizationIds: [trees], propertyIds }, "GET", `/v1/alerts?page_size=50&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return page.parse(answer.json()).results;
}

const kinds = async (query?: string) => (await alerts(query)).map((alert) => alert.kind);

/** The complete day that was so many days before today. */
const daysAgo = (days: number) => dayText(Math.floor(Date.parse(NOW) / DAY_MS) - days);

/** Whole read days of a meter, `first` days ago to `last`, all with the same volume an hour. */
async function dailyHours(meter: TestMeter, first: number, last: number, perHour: number, leaked = 0) {
  for (let days = first; days >= last; days--) {
    const leak = leaked === 0 ? {} : { leaked: everyHour(leaked) };
    await writeDay(site.connections, meter, daysAgo(days), { gallons: everyHour(perHour), ...leak });
  }
}

const putOccupancy = (rows: object[], as_of: string) =>
  site.ask({ propertyIds: [oak.id] }, "PUT", `/v1/properties/${oak.id}/occupancy`, { as_of, rows });

test("a leak opens one alert with its daily loss in gallons and dollars; suspicions open none", async () => {
  await dailyHours(home, 3, 1, 9_000, 5_000);
  await addLeak(site.connections, home, { started_at: "2026-06-16T12:00:00Z", gallons_total: 400_000 });
  await sql`update leaks set suspected = true`.execute(site.connections.worker);
  await update();
  expect(await kinds()).toEqual([]);
  await sql`update leaks set suspected = false`.execute(site.connections.worker);
  expect(await update()).toEqual({ opened: 1, closed: 0 });
  expect(await update()).toEqual({ opened: 0, closed: 0 });
  expect(await alerts()).toMatchObject([
    {
      kind: "leak opened",
      property_name: "Oak",
      time_zone: "America/Chicago",
      building_name: "A",
      unit_name: "101",
      meter_serial_number: "S1",
      gallons_per_day: 120,
      dollars_per_day: 2.4,
      is_default_price: false,
      began_at: "2026-06-16T12:00:00.000Z",
      opened_at: "2026-06-20T12:00:00.000Z",
      title: "Leak: Oak, A, 101",
      text: "The meter S1 has leaked since Jun 16, 2026, about 120 gallons a day ($2.40 a day).",
    },
  ]);
});

test("writes sentences in the language and measure that are asked for, in lists and in files", async () => {
  await dailyHours(home, 3, 1, 9_000, 5_000);
  await addLeak(site.connections, home, { started_at: "2026-06-16T12:00:00Z", gallons_total: 400_000 });
  await update();
  const sentence = async (query: string) =>
    (await alerts(query)).map(({ text, gallons_per_day }) => [text, gallons_per_day]);
  const began = "Jun 16, 2026";
  expect(await sentence("")).toEqual([
    [`The meter S1 has leaked since ${began}, about 120 gallons a day ($2.40 a day).`, 120],
  ]);
  expect(await sentence("measure=litre")).toEqual([
    [`The meter S1 has leaked since ${began}, about 454 L a day ($2.40 a day).`, 120],
  ]);
  expect(await sentence("language=es")).toEqual([
    ["El medidor S1 tiene una fuga desde el 16 jun 2026, de unos 120 galones al día ($2.40 al día).", 120],
  ]);
  const who = { organizationIds: [trees], propertyIds: [oak.id] };
  const file = await site.ask(
    who,
    "GET",
    "/v1/alerts/export?file_type=csv&columns=text&columns=gallons_per_day&measure=litre&language=es",
  );
  expect(file.text).toContain('de unos 454 L al día ($2.40 al día).",454');
  const unknown = await site.ask(who, "GET", "/v1/alerts?language=fr");
  expect(unknown.status).toBe(400);
});

test("opens one alert for each doubling of a leak", async () => {
  const leaks = "kind=leak opened&kind=leak grew";
  await addLeak(site.connections, home, { started_at: "2026-06-10T12:00:00Z", gallons_total: 400_000 });
  await dailyHours(home, 9, 5, 9_000, 2_000);
  await update();
  expect(await kinds(`state=open&${leaks}`)).toEqual(["leak opened"]);
  await dailyHours(home, 4, 4, 9_000, 4_000);
  await update();
  expect(await kinds(`state=open&${leaks}`)).toEqual(["leak grew", "leak opened"]);
  await dailyHours(home, 3, 3, 19_000, 8_000);
  await update();
  expect(await kinds(`state=open&${leaks}`)).toEqual(["leak grew", "leak opened"]);
  expect(await kinds(`state=closed&${leaks}`)).toEqual(["leak grew"]);
  await dailyHours(home, 2, 1, 9_000, 2_000);
  await update();
  // That it runs slower again is no other alert.
  expect(await kinds("kind=leak grew")).toHaveLength(2);
});

test("reports what an ended leak lost in a day, not zero", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-16T10:00:00Z", gallons_total: 90_000 });
  for (const day of ["2026-06-16", "2026-06-17"]) {
    await writeDay(site.connections, home, day, { gallons: everyHour(1_875), leaked: everyHour(1_875) });
  }
  await update();
  await sql`update leaks set last_confirmed_at = '2026-06-18T10:00:00Z', ended_at = '2026-06-18T10:00:00Z'`.execute(
    site.connections.worker,
  );
  for (const day of ["2026-06-18", "2026-06-19"]) {
    await writeDay(site.connections, home, day, { gallons: everyHour(0) });
  }
  await update();
  expect(await alerts()).toMatchObject([
    { kind: "leak ended", gallons_per_day: 45, dollars_per_day: 0.9, is_default_price: false },
  ]);
  // At today's price, as its case; once closed at that of the day on which it was.
  const { worker } = site.connections;
  await sql`update organization_prices set last_day = '2026-06-19'`.execute(worker);
  expect(await alerts()).toMatchObject([{ gallons_per_day: 45, dollars_per_day: 0.68, is_default_price: true }]);
  await sql`update alerts set closed_at = '2026-06-19T12:00:00Z' where kind = 'leak ended'`.execute(worker);
  const closed = "state=closed&kind=leak ended";
  expect(await alerts(closed)).toMatchObject([{ gallons_per_day: 45, dollars_per_day: 0.9, is_default_price: false }]);
  await sql`update organization_prices set last_day = 'infinity'`.execute(worker);
});

test("a leak that is over closes its alerts and is shown for seven days", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-17T12:00:00Z", gallons_total: 90_000 });
  await update();
  await sql`update leaks set ended_at = '2026-06-19T05:00:00Z'`.execute(site.connections.worker);
  await update();
  expect(await kinds()).toEqual(["leak opened"]);
  await writeDay(site.connections, home, "2026-06-19", { gallons: everyHour(0) });
  await update();
  expect(await alerts()).toMatchObject([{ kind: "leak ended", closed_at: null }]);
  expect(await alerts("state=closed")).toMatchObject([{ kind: "leak opened", closed_at: "2026-06-20T12:00:00.000Z" }]);
  site.clock.now += 7 * DAY_MS - MINUTE;
  await update();
  expect(await kinds("state=open&kind=leak ended")).toEqual(["leak ended"]);
  site.clock.now += MINUTE;
  await update();
  expect(await kinds("state=open&kind=leak ended")).toEqual([]);
});

test("a leak is shown for seven days from when it is over, also where its alert closed long before, at the fix", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  const repair = { property_id: oak.id, meter: "S1", repaired_at: "2026-06-20T09:00:00Z" };
  const marked = await site.ask(
    { organizationIds: [trees], propertyIds: [oak.id] },
    "POST",
    "/v1/leaks/repaired",
    repair,
  );
  expect(marked.status, marked.text).toBe(201);
  expect(await update()).toEqual({ opened: 0, closed: 1 });
  await sql`update leaks set last_confirmed_at = '2026-06-20T09:00:00Z', ended_at = '2026-06-20T09:00:00Z'`.execute(
    site.connections.worker,
  );
  await writeDay(site.connections, home, "2026-06-29", { gallons: everyHour(0) });
  const overAt = Date.parse("2026-06-30T05:00:00Z");
  site.clock.now = overAt + MINUTE;
  await update();
  expect(await kinds("state=open&kind=leak ended")).toEqual(["leak ended"]);
  site.clock.now = overAt + 7 * DAY_MS - MINUTE;
  await update();
  expect(await kinds("state=open&kind=leak ended")).toEqual(["leak ended"]);
  site.clock.now = overAt + 7 * DAY_MS;
  await update();
  expect(await kinds("state=open&kind=leak ended")).toEqual([]);
});

test("what was decided to be no leak is not shown as one that ended", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-17T12:00:00Z", gallons_total: 90_000 });
  await update();
  const [opened] = await alerts();
  const manager = { organizationIds: [trees], propertyIds: [oak.id] };
  const event = { kind: "not_a_leak", reason: "guests" };
  const decided = await site.ask(manager, "POST", `/v1/cases/${opened?.case_id}/events`, event);
  expect(decided.status, decided.text).toBe(201);
  await update();
  await sql`update leaks set last_confirmed_at = '2026-06-19T05:00:00Z', ended_at = '2026-06-19T05:00:00Z'`.execute(
    site.connections.worker,
  );
  await writeDay(site.connections, home, "2026-06-19", { gallons: everyHour(0) });
  await update();
  expect(await kinds()).toEqual([]);
});

test("opens nothing new when late readings remove or move a leak", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  const [before] = await alerts();
  await sql`update leaks set started_at = '2026-06-17T09:00:00Z'`.execute(site.connections.worker);
  expect(await update()).toEqual({ opened: 0, closed: 0 });
  expect(await alerts("")).toMatchObject([{ id: before?.id, began_at: "2026-06-17T09:00:00.000Z", closed_at: null }]);
  await sql`delete from leaks`.execute(site.connections.worker);
  expect(await update()).toEqual({ opened: 0, closed: 1 });
  expect(await kinds()).toEqual([]);
});

test("keeps the alert open while the leak pauses and when it returns", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  const [first] = await alerts();
  for (const hours of [1, 2]) {
    await sql`update leaks set ended_at = '2026-06-20T10:00:00Z'`.execute(site.connections.worker);
    site.clock.now += hours * HOUR_MS;
    await update();
    expect(await kinds()).toEqual(["leak opened"]);
    await sql`update leaks set ended_at = null`.execute(site.connections.worker);
    await update();
    expect(await alerts()).toMatchObject([{ id: first?.id, opened_at: first?.opened_at, closed_at: null }]);
  }
  expect(await kinds("")).toEqual(["leak opened"]);
});

test("a repair mark closes the leak's alert until it has run for another two days", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  const [first] = await alerts();
  const repair = { property_id: oak.id, meter: "S1", repaired_at: "2026-06-20T09:00:00Z" };
  const manager = { organizationIds: [trees], propertyIds: [oak.id] };
  expect((await site.ask(manager, "POST", "/v1/leaks/repaired", repair)).status).toBe(201);
  expect(await update()).toEqual({ opened: 0, closed: 1 });
  expect(await kinds()).toEqual([]);
  await sql`update leaks set last_confirmed_at = '2026-06-22T10:00:00Z'`.execute(site.connections.worker);
  await update();
  expect(await alerts()).toMatchObject([{ kind: "leak opened", id: first?.id }]);
  await sql`update leaks set last_confirmed_at = '2026-06-20T09:00:00Z', ended_at = '2026-06-20T09:00:00Z'`.execute(
    site.connections.worker,
  );
  for (const day of ["2026-06-20", "2026-06-21"]) {
    await writeDay(site.connections, home, day, { gallons: everyHour(0) });
  }
  await update();
  expect(await kinds()).toEqual(["leak ended"]);
});

test("removing a meter closes the alert on its leak", async () => {
  await addLeak(site.connections, toilet, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  expect(await kinds()).toEqual(["leak opened"]);
  const service = site.connections.worker.updateTable("meter_services").where("meter_id", "=", toilet.id);
  await service.set({ ended_at: "2026-06-20T11:00:00Z" }).execute();
  await update();
  expect(await kinds()).toEqual([]);
  await service.set({ ended_at: null }).execute();
});

/** Replaces the toilet's meter by another for what `then` does. @param at when */
async function withReplacement(at: string, then: () => Promise<void>) {
  const { worker } = site.connections;
  const next = await sql<{ id: number }>`
    insert into meters (property_id, serial_number) values (${oak.id}, 'T2') returning id::int`.execute(worker);
  await sql`
    insert into meter_services (property_id, meter_id, point_id, began_at)
    select property_id, ${next.rows[0]?.id}::bigint, point_id, ${at} from meter_services
    where meter_id = ${toilet.id}`.execute(worker);
  const service = worker.updateTable("meter_services").where("meter_id", "=", toilet.id);
  await service.set({ ended_at: at }).execute();
  await refreshMeterStatus(site.connections);
  await then();
  await service.set({ ended_at: null }).execute();
  for (const table of ["meter_services", "meters"]) {
    await sql`delete from ${sql.table(table)}
      where property_id = ${oak.id} and ${sql.ref(table === "meters" ? "id" : "meter_id")} = ${next.rows[0]?.id}`.execute(
      worker,
    );
  }
  await refreshMeterStatus(site.connections);
}

test("replacing a meter keeps the alert on its leak open", async () => {
  await addLeak(site.connections, toilet, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  await withReplacement("2026-06-20T11:00:00Z", async () => {
    await update();
    expect(await kinds()).toEqual(["leak opened"]);
  });
});

test("counts a unit's leak explained by its toilet as one cause", async () => {
  await dailyHours(home, 2, 1, 9_000, 4_000);
  await dailyHours(toilet, 2, 1, 5_000, 4_000);
  await rollUp(site.connections, oak);
  for (const meter of [home, toilet]) {
    await addLeak(site.connections, meter, { started_at: "2026-06-18T06:00:00Z", gallons_total: 190_000 });
  }
  await update();
  expect(await alerts()).toMatchObject([{ kind: "leak opened", meter_serial_number: "T1" }]);
});

test("a gateway without data opens one alert, closed at its next message, and another next time", async () => {
  await connectMeters(site.connections, [home, toilet], { gatewayId: gateway });
  for (const meter of [home, toilet]) await readUntil(site.connections, meter, "2026-06-16T12:00:00Z");
  await recordStationSeen(site.connections, oak, "gateway", gateway, "2026-06-16T12:00:00Z");
  site.clock.now = Date.parse("2026-06-17T12:00:00Z");
  await update();
  expect(await kinds()).toEqual([]);
  site.clock.now += MINUTE;
  await update();
  expect(await alerts()).toMatchObject([
    {
      kind: "device down",
      device_type: "gateway",
      device_serial_number: "G1",
      building_id: null,
      title: "Gateway is silent: Oak",
    },
  ]);
  site.clock.now = Date.parse(NOW) + DAY_MS;
  expect(await update()).toEqual({ opened: 0, closed: 0 });
  await recordStationSeen(site.connections, oak, "gateway", gateway, "2026-06-21T12:00:00Z");
  await update();
  // Its meters have a day to report through it.
  expect(await kinds()).toEqual([]);
  site.clock.now += DAY_MS;
  await update();
  expect(await kinds()).toEqual([]);
  site.clock.now += MINUTE;
  await update();
  const rows = await alerts("kind=device down");
  expect(rows.filter((alert) => alert.device_serial_number === "G1").map((alert) => alert.closed_at)).toEqual([
    null,
    "2026-06-21T12:00:00.000Z",
  ]);
});

test("alerts about meters that stay without data for a day after their gateway is back", async () => {
  await connectMeters(site.connections, [home, toilet], { gatewayId: gateway });
  for (const meter of [home, toilet]) await readUntil(site.connections, meter, "2026-06-12T12:00:00Z");
  await recordStationSeen(site.connections, oak, "gateway", gateway, "2026-06-12T12:00:00Z");
  const seenOn = (day: string) =>
    recordStationSeen(site.connections, oak, "gateway", gateway, `2026-06-${day}T12:00:00Z`);
  const down = async (now: string) => {
    site.clock.now = Date.parse(now);
    await update();
    return (await alerts("state=open&kind=device down")).map((alert) => alert.device_serial_number).sort();
  };
  expect(await down("2026-06-16T12:00:00Z")).toEqual(["G1"]);
  await seenOn("17");
  expect(await down("2026-06-17T12:00:00Z")).toEqual([]);
  await seenOn("18");
  expect(await down("2026-06-18T11:59:00Z")).toEqual([]);
  expect(await down("2026-06-18T12:01:00Z")).toEqual(["S1", "T1"]);
});

test("alerts about a single meter a minute after 72 hours", async () => {
  await readUntil(site.connections, home, NOW);
  site.clock.now += 72 * HOUR_MS;
  await update();
  expect(await kinds()).toEqual([]);
  site.clock.now += MINUTE;
  await update();
  expect(await alerts()).toMatchObject([{ kind: "device down", device_type: "meter", meter_serial_number: "S1" }]);
});

test("alerts about a meter that replaced one that reported and has not done so itself for 72 hours", async () => {
  await readUntil(site.connections, toilet, "2026-06-17T11:00:00Z");
  await withReplacement("2026-06-17T12:00:00Z", async () => {
    await update();
    expect(await kinds()).toEqual([]);
    site.clock.now += MINUTE;
    await update();
    expect(await alerts()).toMatchObject([
      {
        kind: "device down",
        meter_serial_number: "T2",
        text: "The toilet meter T2 replaced another on Jun 17, 2026, 7:00 AM and has not reported since.",
        began_at: "2026-06-17T12:00:00.000Z",
      },
    ]);
    await sql`update meters set gateway_id = ${gateway} where serial_number = 'T2'`.execute(site.connections.worker);
    await recordStationSeen(site.connections, oak, "gateway", gateway, "2026-06-10T12:00:00Z");
    await refreshMeterStatus(site.connections);
    await update();
    expect(await alerts()).toMatchObject([{ kind: "device down", device_type: "gateway" }]);
  });
});

test.each([
  { dry: 7, status: "occupied", opened: 1 },
  { dry: 6, status: "occupied", opened: 0 },
  { dry: 13, status: null, opened: 0 },
  { dry: 14, status: null, opened: 1 },
  { dry: 14, status: "vacant", opened: 0 },
])("$dry days without consumption in a unit that is $status open $opened", async ({ dry, status, opened }) => {
  await dailyHours(toilet, 20, dry + 1, 1_000);
  await dailyHours(toilet, dry, 1, 0);
  if (status !== null) await putOccupancy([{ unit: "101", status }], "2026-05-01");
  await update();
  expect(await kinds()).toEqual(Array.from({ length: opened }, () => "no consumption"));
  if (opened === 0) return;
  expect((await alerts())[0]?.text).toContain(`has seen no water since Jun ${String(19 - dry).padStart(2, "0")}, 2026`);
  // Water today is enough to close it.
  await writeDay(site.connections, toilet, daysAgo(0), { gallons: [null, 500] });
  expect(await update()).toEqual({ opened: 0, closed: 1 });
});

test("skips a few unread days, and ignores days before a move-in", async () => {
  await putOccupancy([{ unit: "101", status: "occupied" }], "2026-05-01");
  // Seven read days among the last ten.
  for (const days of [10, 9, 8, 6, 5, 3, 1]) await dailyHours(toilet, days, days, 0);
  await update();
  expect(await kinds()).toEqual(["no consumption"]);
  await putOccupancy([{ unit: "101", status: "occupied", move_in: daysAgo(9) }], daysAgo(0));
  await update();
  expect(await kinds()).toEqual([]);
});

test.each([
  { perDay: 2_500, days: 4, move_out: null, opened: 0 },
  { perDay: 2_501, days: 4, move_out: null, opened: 1 },
  { perDay: 9_000, days: 7, move_out: 2, opened: 0 },
  { perDay: 9_000, days: 7, move_out: 3, opened: 1 },
])("a vacant unit, left $move_out days ago, that uses $perDay on $days days opens $opened", async (given) => {
  for (let days = given.days; days >= 1; days--) {
    const hours = everyHour(0);
    hours[3] = given.perDay;
    await writeDay(site.connections, home, daysAgo(days), { gallons: hours });
  }
  await rollUp(site.connections, oak);
  const move_out = given.move_out === null ? undefined : daysAgo(given.move_out);
  await putOccupancy([{ unit: "101", status: "vacant", move_out }], daysAgo(0));
  await update();
  expect(await kinds()).toEqual(Array.from({ length: given.opened }, () => "vacant but used"));
  const since = given.move_out === null ? "is vacant as of Jun 20, 2026" : "has been vacant since Jun 18, 2026";
  if (given.opened > 0) expect((await alerts())[0]?.text).toContain(`The unit ${since}, but used`);
  await putOccupancy([{ unit: "101", status: "occupied" }], daysAgo(0));
  await update();
  expect(await kinds()).toEqual([]);
});

test("opens one alert per meter with quarantined readings, closed by the last decision", async () => {
  const { worker } = site.connections;
  for (const hour of ["01", "02"]) {
    await sql`insert into quarantined_readings (property_id, meter_id, measured_at, gallons, most)
      values (${oak.id}, ${home.id}, ${`2026-06-19T${hour}:00:00Z`}, 9000000, 1500000)`.execute(worker);
  }
  await update();
  expect(await alerts()).toMatchObject([
    { kind: "quarantine", meter_serial_number: "S1", title: "Readings to decide on: Oak, A, 101" },
  ]);
  await sql`update quarantined_readings set decision = 'accepted' where measured_at < '2026-06-19T01:30:00Z'`.execute(
    worker,
  );
  expect(await update()).toEqual({ opened: 0, closed: 0 });
  expect((await alerts())[0]?.text).toMatch(/^1 reading of the meter S1/);
  await sql`update quarantined_readings set decision = 'rejected'`.execute(worker);
  await update();
  expect(await kinds()).toEqual([]);
});

const priceUnit = (firstDay: string, lastDay: string, { unitId }: TestMeter = home) =>
  sql`insert into unit_prices (property_id, unit_id, first_day, last_day, price)
    values (${oak.id}, ${unitId}, ${firstDay}, ${lastDay}, 0.03)`.execute(site.connections.worker);

test("opens one alert for the units whose price ended, from the next local day until it is set again, or for 31 days", async () => {
  await priceUnit("2026-05-01", "2026-06-19");
  site.clock.now = Date.parse("2026-06-20T04:59:00Z");
  await update();
  expect(await kinds()).toEqual([]);
  site.clock.now += MINUTE;
  await update();
  expect(await alerts()).toMatchObject([
    {
      kind: "price ended",
      title: "Price has ended: Oak",
      text: "The price of 1 unit ended on Jun 19, 2026. Since then the price of the organization applies.",
      began_at: "2026-06-20T05:00:00.000Z",
      unit_id: null,
    },
  ]);
  site.clock.now += 30 * DAY_MS;
  expect(await update()).toEqual({ opened: 0, closed: 0 });
  site.clock.now += DAY_MS;
  expect(await update()).toEqual({ opened: 0, closed: 1 });
  site.clock.now -= 20 * DAY_MS;
  await update();
  await priceUnit("2026-06-20", "2026-07-31");
  expect(await update()).toEqual({ opened: 0, closed: 1 });
  const sent = await sql`select kind, cause from outbox where property_id = ${oak.id} and kind = 'price ended'`.execute(
    site.connections.worker,
  );
  expect(sent.rows).toEqual([{ kind: "price ended", cause: "price 2026-06-19" }]);
});

test("an organization's price that ended concerns the units without one of their own", async () => {
  const { worker } = site.connections;
  const other = await addMeter(site.connections, await addUnit(site.connections, oak, "A", "109"), "SPOE", "S109");
  await priceUnit("2026-06-01", "infinity");
  await sql`update organization_prices set last_day = '2026-05-31' where organization_id = ${trees}`.execute(worker);
  await update();
  const [alert] = await alerts();
  const units = await sql<{
    count: number;
  }>`select count(*)::int as count from units where property_id = ${oak.id}`.execute(worker);
  const left = (units.rows[0]?.count ?? 0) - 1;
  expect(left).toBeGreaterThan(0);
  expect(alert).toMatchObject({ kind: "price ended", began_at: "2026-06-01T05:00:00.000Z" });
  expect(alert?.text).toBe(
    `The price of ${left === 1 ? "1 unit" : `${left} units`} ended on May 31, 2026. Since then the default price applies, because none is set.`,
  );
  await priceUnit("2026-06-01", "infinity", other);
  await sql`update organization_prices set last_day = 'infinity' where organization_id = ${trees}`.execute(worker);
  await update();
  expect(await kinds()).toEqual([]);
});

test("closes the alert on registers whose days were archived, on which nobody can decide any more", async () => {
  const { worker } = site.connections;
  const finding = (from: string, until: string) =>
    sql`
    insert into register_findings
      (property_id, meter_id, measured_at, kind, is_quarantined, last_at, highest_before, register, gallons)
    values (${oak.id}, ${home.id}, ${from}, 'fell', true, ${until}, 9000, 5000, 0)`.execute(worker);
  const waiting = async () => {
    await update();
    const answer = await site.ask({ propertyIds: [oak.id] }, "GET", `/v1/properties/${oak.id}/quarantine`);
    const { count } = z.object({ count: z.number() }).parse(answer.json());
    return [await kinds("state=open&kind=quarantine"), count];
  };
  await finding("2026-06-02T12:00:00Z", "2026-06-03T12:00:00Z");
  expect(await waiting()).toEqual([["quarantine"], 1]);
  // The ninth is the first day on which readings are still taken.
  await sql`update properties set hours_from = '2026-06-01' where id = ${oak.id}`.execute(worker);
  expect(await waiting()).toEqual([[], 0]);
  await finding("2026-06-04T12:00:00Z", "2026-06-09T05:00:00Z");
  expect(await waiting()).toEqual([["quarantine"], 1]);
  await sql`update properties set hours_from = null where id = ${oak.id}`.execute(worker);
});

test("dates a quarantine alert by the first reading that still waits", async () => {
  const { worker } = site.connections;
  for (const day of ["05", "19"]) {
    await sql`insert into quarantined_readings (property_id, meter_id, measured_at, gallons, most)
      values (${oak.id}, ${home.id}, ${`2026-06-${day}T12:00:00Z`}, 9000000, 1500000)`.execute(worker);
  }
  await update();
  await sql`update quarantined_readings set decision = 'rejected' where measured_at < '2026-06-06'`.execute(worker);
  await update();
  const [alert] = await alerts("state=open&kind=quarantine");
  expect(alert?.text).toContain("the first from Jun 19, 2026");
  expect(alert?.began_at).toBe("2026-06-19T12:00:00.000Z");
});

test("dates an outage by when the meter was last seen, also once late readings moved that", async () => {
  await readUntil(site.connections, home, "2026-06-10T12:00:00Z");
  await update();
  await readUntil(site.connections, home, "2026-06-12T12:00:00Z");
  await update();
  const [alert] = await alerts("state=open&kind=device down");
  expect(alert?.text).toContain("last seen on Jun 12, 2026");
  expect(alert?.began_at).toBe("2026-06-12T12:00:00.000Z");
});

test("names a removed gateway in the alert about its outage", async () => {
  const spare = await addStation(site.connections, oak, "G-spare");
  await recordStationSeen(site.connections, oak, "gateway", spare, "2026-06-16T12:00:00Z");
  await update();
  await sql`delete from gateways where id = ${spare}`.execute(site.connections.worker);
  await update();
  const [alert] = await alerts("state=closed&kind=device down");
  expect(alert?.text).toContain("Gateway G-spare was last seen");
});

test("lists what costs most a day first, then what has no cost and what is over, each the newest first", async () => {
  const { connections } = site;
  const meters = [home];
  for (const name of ["102", "103"]) {
    meters.push(await addMeter(connections, await addUnit(connections, oak, "A", name), "SPOE", `S${name}`));
  }
  const [small, large, over] = meters;
  if (small === undefined || large === undefined || over === undefined) throw new Error("A meter is missing.");
  await dailyHours(small, 3, 1, 9_000, 1_000);
  await dailyHours(large, 3, 1, 9_000, 5_000);
  await dailyHours(over, 3, 3, 9_000, 8_000);
  for (const meter of meters) {
    await addLeak(connections, meter, { started_at: "2026-06-16T12:00:00Z", gallons_total: 400_000 });
  }
  await update();
  const ends = "2026-06-18T05:00:00Z";
  await sql`update leaks set ended_at = ${ends}, last_confirmed_at = ${ends} where meter_id = ${over.id}`.execute(
    connections.worker,
  );
  await dailyHours(over, 2, 1, 0);
  await readUntil(connections, toilet, "2026-06-15T12:00:00Z");
  site.clock.now += MINUTE;
  await update();
  const of = async (query: string) =>
    (await alerts(query)).map(({ kind, meter_serial_number }) => `${kind} ${meter_serial_number}`);
  const [largest, smaller] = ["leak opened S102", "leak opened S1"];
  const others = ["leak ended S103", "device down T1"];
  const found = await of("state=open");
  expect(found.slice(0, 2)).toEqual([largest, smaller]);
  expect(found.slice(2).toSorted()).toEqual(others.toSorted());
  expect((await of("state=open&ordering=dollars_per_day")).slice(0, 2)).toEqual([smaller, largest]);
  expect((await of("state=open&ordering=-opened_at")).slice(0, 2).toSorted()).toEqual(others.toSorted());
  const both = ["page=1", "page=2"].map((one) => `state=open&page_size=1&${one}`);
  const pages = [];
  for (const query of both) {
    const who = { organizationIds: [trees], propertyIds: [oak.id] };
    const answer = await site.ask(who, "GET", `/v1/alerts?${query}`);
    pages.push(...page.parse(answer.json()).results.map((row) => row.meter_serial_number));
  }
  expect(pages).toEqual(["S102", "S1"]);
});

test("has the state, assignee and snooze of its case, at once, as people report about it", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await dailyHours(home, 1, 1, 9_000, 1_000);
  await update();
  const [first] = await alerts();
  expect(first).toMatchObject({ case_state: "open", assignee: null, vendor: null, snoozed_until: null });
  const manager = { organizationIds: [trees], propertyIds: [oak.id] };
  const report = async (event: object) => {
    const answer = await site.ask(manager, "POST", `/v1/cases/${first?.case_id}/events`, event);
    expect(answer.status, answer.text).toBe(201);
  };
  await report({ kind: "acknowledged" });
  expect(await alerts()).toMatchObject([{ id: first?.id, case_state: "acknowledged" }]);
  await update();
  expect(await alerts()).toMatchObject([{ id: first?.id, closed_at: null }]);
  await report({ kind: "snoozed", until: "2026-06-25" });
  expect(await alerts()).toMatchObject([{ case_state: "acknowledged", snoozed_until: "2026-06-25" }]);
  await update();
  expect(await alerts()).toEqual([]);
  await report({ kind: "not_a_leak", reason: "guests" });
  await update();
  expect(await alerts("state=closed")).toMatchObject([{ case_state: "not_a_leak", snoozed_until: null }]);
  // A case that is gone leaves its alerts.
  await sql`delete from leak_cases`.execute(site.connections.worker);
  expect(await alerts("state=closed")).toMatchObject([{ case_id: null, case_state: null, kind: "leak opened" }]);
});

test("hides other tenants' alerts; filters and pages are consistent", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-19T12:00:00Z", gallons_total: 90_000 });
  await update();
  expect(await alerts("", [foreign.id])).toEqual([]);
  const listed = await site.ask({ propertyIds: [oak.id] }, "GET", `/v1/alerts?property_id=${foreign.id}`);
  expect([listed.status, listed.json()]).toMatchObject([404, { property_id: ["There is no such property."] }]);
  expect(await alerts("since=2026-06-20T12:00:00Z")).toHaveLength(1);
  expect(await alerts("since=2026-06-20T12:00:01Z")).toEqual([]);
  for (const query of ["state=shut", "since=0000-01-01T00:00:00Z"]) {
    expect((await site.ask({ propertyIds: [oak.id] }, "GET", `/v1/alerts?${query}`)).status).toBe(400);
  }
  const nobody = { propertyIds: [oak.id], permissions: [] };
  expect((await site.ask(nobody, "GET", "/v1/alerts")).status).toBe(403);
});
