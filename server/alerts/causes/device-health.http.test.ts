import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alertCalls } from "../../../contract/leaks/alerts.ts";
import { addStation } from "../../devices/testing/stations.ts";
import { recordLastSeen } from "../../ingest/last-seen.ts";
import {
  addMeter,
  addOrganization,
  addProperty,
  addUnit,
  type TestMeter,
  type TestProperty,
} from "../../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../../testing/scoped-app.ts";
import { DAY_MS } from "../../time/durations.ts";
import { updateAlerts } from "../update-alerts.ts";

const NOW = "2026-06-20T12:00:00Z";
const AFTERWARDS = Date.UTC(2100, 0, 1);
const kinds = "kind=low%20battery&kind=signal%20fell";

let site: ScopedApp;
let oak: TestProperty;
let meter: TestMeter;
let who: object;
let gateway: number;
/** Of reports of the same day the later counts. */
let minute = 0;

beforeAll(async () => {
  site = await scopedApp(NOW);
  const { connections } = site;
  const trees = await addOrganization(connections, "Trees", 0.02);
  oak = await addProperty(connections, { name: "Oak", organization_id: trees, time_zone: "America/Chicago" });
  meter = await addMeter(connections, await addUnit(connections, oak, "A", "101"), "SPOE", "S1");
  gateway = await addStation(connections, oak, "G1");
  who = { organizationIds: [trees], propertyIds: [oak.id] };
});
afterAll(() => site?.close());
beforeEach(async () => {
  for (const table of ["device_days", "alerts"]) {
    await sql`delete from ${sql.table(table)}`.execute(site.connections.worker);
  }
});

/** A device's daily reports up to yesterday, for a day that goes on does not count, the last one last; null: none on that day. */
async function reports(
  what: "battery" | "signal",
  values: readonly (number | null)[],
  of = { device: "meter", id: 0 },
) {
  minute += 1;
  const none = { battery: null, signal: null };
  const device = of.device === "gateway" ? ("gateway" as const) : ("meter" as const);
  const rows = values.flatMap((value, i) => {
    if (value === null) return [];
    const at = Date.parse(NOW) + minute * 60_000 - (values.length - i) * DAY_MS;
    return [{ device, deviceId: device === "meter" ? meter.id : of.id, at, ...none, [what]: value }];
  });
  await site.connections.worker.transaction().execute((tx) => recordLastSeen(tx, oak.id, rows, AFTERWARDS));
}

async function alerts(query = "state=open") {
  await updateAlerts(site.connections, oak.id, () => site.clock.now);
  const answer = await site.ask(who, "GET", `/v1/alerts?${kinds}&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return alertCalls["GET /v1/alerts"].response.parse(answer.json()).results;
}

const days = (count: number, value: number) => Array.from({ length: count }, () => value);

test("a battery is low once all reports of a week are under 20 percent, until one is not", async () => {
  await reports("battery", [40, 19, 18, 20, 17, 16]);
  expect(await alerts()).toEqual([]);
  await reports("battery", [...days(6, 17), 15.6]);
  expect(await alerts()).toMatchObject([
    {
      kind: "low battery",
      device_type: "meter",
      device_serial_number: "S1",
      unit_name: "101",
      text: "The battery of the meter S1 was at 15% on Jun 19, 2026. Replace it before the device stops reporting.",
      began_at: expect.stringMatching(/^2026-06-13T12:0/),
      dollars_per_day: null,
      case_id: null,
    },
  ]);
  await reports("battery", [20]);
  expect(await alerts()).toEqual([]);
});

test("a device that is silent by now keeps the alert about its battery; one report is enough, zero is low", async () => {
  await reports("battery", [0, ...Array.from({ length: 30 }, () => null)], { device: "gateway", id: gateway });
  expect(await alerts()).toMatchObject([
    { kind: "low battery", device_type: "gateway", device_serial_number: "G1", title: "Low battery: Oak" },
  ]);
});

test("a signal that fell ten decibels below its own usual is alerted until it is back", async () => {
  await reports("signal", [...days(28, -90), ...days(7, -99.9)]);
  expect(await alerts()).toEqual([]);
  await reports("signal", days(7, -100));
  expect(await alerts()).toMatchObject([
    {
      kind: "signal fell",
      text: "The signal of the meter S1 has fallen to -100 dBm, from -90 dBm in the weeks before.",
    },
  ]);
  // A single bad day is none, in either direction.
  await reports("signal", [-80]);
  expect(await alerts()).toHaveLength(1);
  // It stays until it is nearly back, and does not come and go.
  await reports("signal", days(7, -98));
  expect(await alerts()).toHaveLength(1);
  await reports("signal", days(4, -91));
  expect(await alerts()).toEqual([]);
  expect(await alerts("state=closed")).toHaveLength(1);
});

test.each([
  ["six usual days", [...days(6, -80), ...days(7, -100)]],
  ["two days of the last week", [...days(20, -80), null, null, null, null, -100, null, -100]],
])("%s are too few to say that a signal fell", async (_name, values) => {
  await reports("signal", values);
  expect(await alerts()).toEqual([]);
});

test("a meter that was removed has no such alert", async () => {
  await reports("battery", [5]);
  expect(await alerts()).toHaveLength(1);
  const setEnd = (ended_at: string | null) =>
    sql`update meter_services set ended_at = ${ended_at}::timestamptz where meter_id = ${meter.id}`.execute(
      site.connections.worker,
    );
  await setEnd("2026-06-19T12:00:00Z");
  await sql`update installed_meters set ended_at = '2026-06-19T12:00:00Z'`.execute(site.connections.worker);
  expect(await alerts()).toEqual([]);
  await setEnd(null);
  await sql`update installed_meters set ended_at = null`.execute(site.connections.worker);
});

test("the day after a meter was put in its place counts, by the property's days", async () => {
  await reports("battery", [5]);
  const begin = (began_at: string | null) =>
    sql`update installed_meters set began_at = ${began_at}::timestamptz where meter_id = ${meter.id}`.execute(
      site.connections.worker,
    );
  // Ten in the evening of the 18th in Chicago; the report is of the 19th.
  await begin("2026-06-19T03:00:00Z");
  expect(await alerts()).toHaveLength(1);
  // One in the morning of the 19th: on that day it was elsewhere, too.
  await begin("2026-06-19T06:00:00Z");
  expect(await alerts()).toEqual([]);
  await begin(null);
});

const planned = { kind: "dismissed", reason: "planned", note: "On the truck of June 30" };
async function lowBattery(): Promise<number> {
  await reports("battery", [...days(6, 17), 15]);
  const [found] = await alerts();
  if (found === undefined) throw new Error("There is no alert.");
  return found.id;
}
const decide = (id: number, decision: object, by: object = who) =>
  site.ask(by, "PUT", `/v1/alerts/${id}/decision`, decision);
async function decided(id: number, decision: object) {
  const answer = await decide(id, decision);
  expect(answer.status, answer.text).toBe(200);
  return alertCalls["PUT /v1/alerts/{id}/decision"].response.parse(answer.json());
}

test("a dismissed alert is not open again until its cause has ended and returned", async () => {
  const id = await lowBattery();
  const noted = { dismissed_for: "planned", decision_note: planned.note, decided_by: "somebody@example.com" };
  expect(await decided(id, planned)).toMatchObject({ id, ...noted, closed_at: null });
  await reports("battery", [14]);
  expect(await alerts()).toEqual([]);
  expect(await alerts("state=dismissed")).toMatchObject([{ id, ...noted }]);
  expect(await alerts("page_size=10")).toHaveLength(1);
  await reports("battery", [90]);
  expect(await alerts("state=dismissed")).toEqual([]);
  expect(await alerts("state=closed")).toMatchObject([{ id, ...noted }]);
  await sql`delete from device_days`.execute(site.connections.worker);
  const again = await lowBattery();
  expect(again).not.toBe(id);
  expect(await alerts()).toMatchObject([{ id: again, dismissed_for: null, decided_by: null }]);
  const { rows } = await sql`
    select actor, property_id, before, after from audit_log where action = 'alert.decide' order by id desc limit 1`.execute(
    site.connections.owner,
  );
  expect(rows).toMatchObject([
    {
      actor: "somebody@example.com",
      property_id: oak.id,
      before: { dismissed_for: null },
      after: { dismissed_for: "planned" },
    },
  ]);
});

test("reopens a snoozed alert on its day in the property's time zone, and undoes a decision", async () => {
  const id = await lowBattery();
  expect(await decided(id, { kind: "snoozed", until: "2026-06-22" })).toMatchObject({ snoozed_until: "2026-06-22" });
  expect(await alerts()).toEqual([]);
  site.clock.now = Date.parse("2026-06-22T04:59:00Z");
  expect(await alerts("state=dismissed")).toHaveLength(1);
  site.clock.now = Date.parse("2026-06-22T05:00:00Z");
  expect(await alerts()).toHaveLength(1);
  site.clock.now = Date.parse(NOW);
  await decided(id, planned);
  expect(await decided(id, { kind: "none" })).toMatchObject({
    dismissed_for: null,
    snoozed_until: null,
    decided_by: null,
  });
  expect(await alerts()).toHaveLength(1);
});

test("rejects decisions about closed alerts, other kinds and other organizations, and invalid days", async () => {
  const id = await lowBattery();
  for (const until of ["2026-06-20", "2026-09-19", "2026-06-31"]) {
    const answer = await decide(id, { kind: "snoozed", until });
    expect([answer.status, answer.json()]).toMatchObject([422, { until: [expect.anything()] }]);
  }
  expect((await decide(id, { kind: "dismissed", reason: "lazy" })).status).toBe(422);
  expect((await decide(id, planned, { organizationIds: [], propertyIds: [] })).status).toBe(404);
  expect((await decide(id, planned, { ...who, permissions: ["reporting.view_asset_data_report"] })).status).toBe(403);
  expect((await decide(999_999, planned)).status).toBe(404);
  const { worker } = site.connections;
  await sql`update properties set archived_at = now()`.execute(worker);
  expect((await decide(id, planned)).status).toBe(404);
  await sql`update properties set archived_at = null`.execute(worker);
  await reports("battery", [90]);
  await alerts();
  expect((await decide(id, planned)).json()).toMatchObject({ detail: "This alert is over: its cause is gone." });
  await sql`update alerts set kind = 'no consumption', closed_at = null`.execute(worker);
  const other = await decide(id, planned);
  expect([other.status, other.json()]).toMatchObject([
    409,
    { detail: "Only alerts about batteries and signals can be dismissed or snoozed." },
  ]);
});
