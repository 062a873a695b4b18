import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PropertySetup } from "../../../contract/inventory/property-setup.ts";
import { type InventorySite, inventorySite, PROPERTIES } from "../../inventory/testing/inventory-site.ts";
import { refreshAll } from "../../metering/refresh-all.ts";
import { HOUR_MS } from "../../time/durations.ts";

let site: InventorySite;
beforeAll(async () => {
  site = await inventorySite();
});
afterAll(() => site?.app.close());

/** Midnight in Chicago; the first readings come at three in the afternoon of the day before. */
const MIDNIGHT = Date.parse("2026-06-18T05:00:00Z");
const BEGIN = MIDNIGHT - 9 * HOUR_MS;

async function setupOf(propertyId: number): Promise<PropertySetup> {
  return Object(await site.does(await site.ionAdmin(), "GET", `/v1/admin/properties/${propertyId}/setup`));
}

/** Sends hours of continuous flow, from one hour after the begin until another. */
async function send(token: string, from: number, to: number) {
  const rows = Array.from({ length: to - from }, (_, i) => ({
    serial: "U1",
    hour: new Date(BEGIN + (from + i) * HOUR_MS).toISOString(),
    gallons: 9,
    flow_time: 60,
    events: 1,
  }));
  const headers = { authorization: `Bearer ${token}` };
  const answer = await site.app.ask({}, "POST", "/v1/ingest/readings", rows, headers);
  expect(answer.status, answer.text).toBe(200);
  await refreshAll(site.app.connections, () => site.app.clock.now);
}

// Covers first-leak-1
test("each step up to the first leak names what is missing", async () => {
  const ion = await site.ionAdmin();
  const body = { organization_id: null, name: "New House", time_zone: "America/Chicago" };
  const propertyId = Number(Object(await site.does(ion, "POST", PROPERTIES, body)).id);
  const nothing = { units_count: 0, meters_count: 0, first_measured_at: null, first_day: null, leak_outlook: null };
  const all = ["organization", "units", "meters", "token", "reading", "day", "leak"];
  expect(await setupOf(propertyId)).toMatchObject({ ...nothing, organization: null, missing: all });

  const { organizationId } = site.north;
  await site.does(await site.ionAdmin(), "POST", `${PROPERTIES}/bulk-assign`, {
    organization_id: organizationId,
    property_ids: [propertyId],
  });
  expect((await setupOf(propertyId)).missing).toEqual(all.slice(1));

  const list = "building,unit,point,serial,gateway\nA,1,SPOE,U1,G1\nA,2,SPOE,U2,\n";
  const path = `/v1/admin/staff/inventory/import?property_id=${propertyId}`;
  const made = await site.app.ask(await site.ionAdmin(), "POST", path, list, { "content-type": "text/csv" });
  expect(made.status, made.text).toBe(200);
  expect(await setupOf(propertyId)).toMatchObject({
    organization: { id: organizationId, name: "North" },
    units_count: 2,
    meters_count: 2,
    meters_without_gateway: 1,
    gateways_count: 1,
    gateway_tokens_count: 0,
    last_contact_at: null,
    silent_meters: ["U1", "U2"],
    missing: all.slice(3),
  });

  const tokens = `/v1/admin/properties/${propertyId}/gateway-tokens`;
  const { token } = Object(await site.does(await site.ionAdmin(), "POST", tokens, { gateway_serial_number: "G1" }));
  expect(await setupOf(propertyId)).toMatchObject({ gateway_tokens_count: 1, missing: all.slice(4) });

  await send(token, 0, 12);
  const begun = await setupOf(propertyId);
  expect(begun).toMatchObject({
    first_measured_at: new Date(BEGIN).toISOString(),
    newest_measured_at: new Date(BEGIN + 12 * HOUR_MS).toISOString(),
    meters_with_readings: 1,
    meters_without_readings: 1,
    silent_meters: ["U2"],
    first_day: { date: "2026-06-18", hours: 24, hours_measured: 3, is_complete: false },
    leak_outlook: {
      rule: "continuous",
      hours_needed: 24,
      hours_measured: 12,
      earliest_at: new Date(BEGIN + 24 * HOUR_MS).toISOString(),
    },
    missing: ["day", "leak"],
  });
  expect(begun.last_contact_at).not.toBeNull();

  await send(token, 12, 23);
  expect(await setupOf(propertyId)).toMatchObject({ first_leak: null, leak_outlook: { hours_measured: 23 } });
  await send(token, 23, 24);
  // As predicted by `leak_outlook`, to the hour.
  expect(await setupOf(propertyId)).toMatchObject({
    first_leak: {
      meter_serial_number: "U1",
      leak_type: "other leak",
      building_name: "A",
      unit_name: "1",
      started_at: new Date(BEGIN).toISOString(),
    },
    leak_outlook: null,
    missing: ["day"],
  });
  await send(token, 24, 33);
  expect(await setupOf(propertyId)).toMatchObject({
    first_day: { date: "2026-06-18", hours_measured: 24, is_complete: true },
    missing: [],
  });
});

/** A property of North with these meters behind a gateway G1. @returns its id, and a token of the gateway */
async function newHouse(name: string, meters: string) {
  const ion = await site.ionAdmin();
  const body = { organization_id: site.north.organizationId, name, time_zone: "America/Chicago" };
  const propertyId = Number(Object(await site.does(ion, "POST", PROPERTIES, body)).id);
  const path = `/v1/admin/staff/inventory/import?property_id=${propertyId}`;
  const list = `building,unit,point,serial,gateway\n${meters}\n`;
  const made = await site.app.ask(await site.ionAdmin(), "POST", path, list, { "content-type": "text/csv" });
  expect(made.status, made.text).toBe(200);
  const tokens = `/v1/admin/properties/${propertyId}/gateway-tokens`;
  const { token } = Object(await site.does(await site.ionAdmin(), "POST", tokens, { gateway_serial_number: "G1" }));
  return { propertyId, token: String(token) };
}

test("the first whole day may come long after the first reading", async () => {
  const { propertyId, token } = await newHouse("Late House", "A,1,SPOE,U1,G1");
  await send(token, -240, -239);
  expect(await setupOf(propertyId)).toMatchObject({ missing: ["day", "leak"] });
  // From the second midnight after the begin of the other tests.
  await send(token, 33, 43);
  expect(await setupOf(propertyId)).toMatchObject({
    first_measured_at: new Date(BEGIN - 240 * HOUR_MS).toISOString(),
    first_day: { date: "2026-06-19", hours: 24, hours_measured: 10, is_complete: false },
    leak_outlook: { hours_measured: 10, earliest_at: new Date(BEGIN + 57 * HOUR_MS).toISOString() },
    missing: ["day", "leak"],
  });
  await send(token, 43, 57);
  expect(await setupOf(propertyId)).toMatchObject({
    first_day: { date: "2026-06-19", hours: 24, hours_measured: 24, is_complete: true },
    missing: [],
  });
});

test("a property with a building's meter only needs no units, and has a first day", async () => {
  const { propertyId, token } = await newHouse("Hall", "A,,Building,U1,G1");
  await send(token, 33, 57);
  expect(await setupOf(propertyId)).toMatchObject({
    units_count: 0,
    first_measured_at: new Date(BEGIN + 33 * HOUR_MS).toISOString(),
    first_day: { date: "2026-06-19", hours_measured: 24, is_complete: true },
    missing: ["leak"],
  });
});

test("counts what needs a decision", async () => {
  const { propertyId } = site.south;
  const list = "building,unit,point,serial,gateway\nA,1,SPOE,W1,W\n";
  const path = `/v1/admin/staff/inventory/import?property_id=${propertyId}`;
  await site.app.ask(await site.ionAdmin(), "POST", path, list, { "content-type": "text/csv" });
  const tokens = `/v1/admin/properties/${propertyId}/gateway-tokens`;
  const { token } = Object(await site.does(await site.ionAdmin(), "POST", tokens, { gateway_serial_number: "W" }));
  const hour = new Date(BEGIN).toISOString();
  const rows = [
    { serial: "unknown", hour, gallons: 1 },
    { serial: "W1", hour, gallons: 100_000 },
  ];
  await site.app.ask({}, "POST", "/v1/ingest/readings", rows, { authorization: `Bearer ${token}` });
  await refreshAll(site.app.connections, () => site.app.clock.now);
  expect(await setupOf(propertyId)).toMatchObject({ rejected_rows_count: 1, quarantined_count: 1 });
});

// Covers first-leak-5
test("does not count a dry run as a contact", async () => {
  const { propertyId } = site.north;
  const read = async (dryRun: boolean) => {
    const options = JSON.stringify({ dry_run: dryRun });
    await sql`insert into imports (property_id, name, options, state, bytes, stored, kept_in, made_by, made_at, finished_at)
      values (${propertyId}, 'may.csv', ${options}::jsonb, 'done', 5, 1, 'uploads', 'ann@example.com', now(), now())`.execute(
      site.app.connections.worker,
    );
  };
  await read(true);
  expect((await setupOf(propertyId)).last_contact_at).toBeNull();
  await read(false);
  expect((await setupOf(propertyId)).last_contact_at).not.toBeNull();
});

test("shows setup to admins of the property's organization only", async () => {
  const { north, south } = site;
  const path = `/v1/admin/properties/${south.propertyId}/setup`;
  const statusFor = async (who: object) => (await site.app.ask(who, "GET", path)).status;
  const admin = await site.adminOf(south.organizationId);
  expect(await statusFor(admin)).toBe(200);
  expect(await statusFor(await site.adminOf(north.organizationId))).toBe(404);
  expect(await statusFor({ ...admin, role: "organization member" })).toBe(403);
  expect(await statusFor(await site.staffOf(south.organizationId))).toBe(403);
});
