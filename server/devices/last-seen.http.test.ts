import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inScope } from "../database/connect.ts";
import { type DeviceReport, recordGatewaySeen, recordLastSeen } from "../ingest/last-seen.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";

const NOW = "2026-06-01T12:06:30Z";
let site: ScopedApp;
let gateway: TestGateway;
let routerId: number;

beforeAll(async () => {
  site = await scopedApp(NOW);
});
afterAll(() => site?.close());
beforeEach(async () => {
  gateway = await addTestProperty(site.connections, "America/Chicago", [
    { serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  const made = await sql<{ id: number }>`
    insert into routers (property_id, gateway_id, serial_number)
    values (${gateway.propertyId}, ${gateway.gatewayId}, 'R1') returning id`.execute(site.connections.worker);
  routerId = made.rows[0]?.id ?? 0;
});

async function rows() {
  const found = await sql`
    select device, device_id, day, last_seen_at, battery, signal from device_days
    where property_id = ${gateway.propertyId} order by device, day`.execute(site.connections.worker);
  return found.rows;
}

async function lastSeen() {
  const found = await sql<{ serial_number: string; last_seen_at: Date | null }>`
    select serial_number, last_seen_at from gateways where property_id = ${gateway.propertyId}
    union all select serial_number, last_seen_at from routers where property_id = ${gateway.propertyId}
    order by 1`.execute(site.connections.worker);
  return found.rows.map((row) => row.last_seen_at?.toISOString() ?? null);
}

const storeReports = (reports: DeviceReport[]) =>
  inScope(site.connections.app, { organizationIds: [], propertyIds: [gateway.propertyId] }, (tx) =>
    recordLastSeen(tx, gateway.propertyId, reports, site.clock.now),
  );

async function beat(body: object, token = gateway.token) {
  const answer = await site.ask({}, "POST", "/v1/ingest/heartbeats", body, { authorization: `Bearer ${token}` });
  return { status: answer.status, json: answer.json() };
}

test("dates a heartbeat by its send time, also for the devices in it", async () => {
  const answer = await beat({
    sent_at: "2026-06-01T04:30:00Z",
    battery: 80,
    routers: [{ serial: "R1", last_seen_at: "2026-06-01T06:00:00+01:00", signal: -70 }],
    meters: [{ serial: "M1", battery: 55, signal: -101.5 }],
  });
  expect(answer).toEqual({ status: 200, json: { accepted: 3, rejected: [] } });
  expect(await rows()).toMatchObject([
    // Half past eleven of the day before, there.
    { device: "gateway", day: "2026-05-31", last_seen_at: new Date("2026-06-01T04:30:00Z"), battery: 80, signal: null },
    { device: "meter", day: "2026-05-31", battery: 55, signal: -101.5 },
    { device: "router", day: "2026-06-01", last_seen_at: new Date("2026-06-01T05:00:00Z"), battery: null, signal: -70 },
  ]);
  expect(await lastSeen()).toEqual(["2026-06-01T04:30:00.000Z", "2026-06-01T05:00:00.000Z"]);
});

test("dates an empty heartbeat by its arrival", async () => {
  expect(await beat({})).toMatchObject({ status: 200, json: { accepted: 1 } });
  expect(await rows()).toMatchObject([{ device: "gateway", last_seen_at: new Date(NOW) }]);
});

test("keeps a battery level when a later message has none", async () => {
  await beat({ sent_at: "2026-06-01T10:00:00Z", battery: 80, signal: -60 });
  await beat({ sent_at: "2026-06-01T11:00:00Z", signal: -65 });
  expect(await rows()).toMatchObject([{ last_seen_at: new Date("2026-06-01T11:00:00Z"), battery: 80, signal: -65 }]);
});

test("rejects clocks ahead, ignores clocks behind, and names unknown devices", async () => {
  await beat({ sent_at: "2026-06-01T12:00:00Z" });
  const ahead = await beat({
    sent_at: "2026-06-03T12:00:00Z",
    routers: [{ serial: "R1", last_seen_at: "2026-06-01T12:16:00Z" }],
  });
  expect(ahead.json).toMatchObject({ accepted: 1, rejected: [{ device: "gateway", serial: "G1", code: "future" }] });
  const behind = await beat({
    sent_at: "2026-05-30T12:00:00Z",
    meters: [{ serial: "M9" }],
    routers: [{ serial: "R9" }],
  });
  expect(behind.json).toMatchObject({
    accepted: 1,
    rejected: [
      { device: "router", serial: "R9", code: "unknown_serial" },
      { device: "meter", serial: "M9", code: "unknown_serial" },
    ],
  });
  expect(await lastSeen()).toEqual(["2026-06-01T12:00:00.000Z", "2026-06-01T12:16:00.000Z"]);
  expect((await rows()).filter((row) => JSON.stringify(row).includes("gateway"))).toHaveLength(2);
});

test("rejects times of clocks that were never set, one by one", async () => {
  const answer = await beat({
    routers: [{ serial: "R1", last_seen_at: "0001-01-01T00:00:00Z" }],
    meters: [{ serial: "M1", last_seen_at: "0000-01-01T00:00:00Z" }],
  });
  expect(answer).toMatchObject({
    status: 200,
    json: {
      accepted: 1,
      rejected: [
        { device: "router", serial: "R1", code: "past" },
        { device: "meter", serial: "M1", code: "past" },
      ],
    },
  });
  expect(await rows()).toMatchObject([{ device: "gateway" }]);
});

test("treats routers and meters of another property as unknown", async () => {
  const other = gateway;
  gateway = await addTestProperty(site.connections, "America/Chicago", []);
  const answer = await beat({ routers: [{ serial: "R1" }], meters: [{ serial: "M1" }] });
  expect(answer.json).toMatchObject({ accepted: 1, rejected: [{ serial: "R1" }, { serial: "M1" }] });
  gateway = other;
  expect(await rows()).toEqual([]);
});

test("rejects an invalid heartbeat, and one without a token", async () => {
  expect((await beat({}, "x")).status).toBe(401);
  for (const body of [{ battery: 101 }, { battery: "80" }, { sent_at: "noon" }, { routers: [{}] }, { colour: 1 }, []]) {
    expect((await beat(body)).status).toBe(422);
  }
});

test("gives the same rows in any order, batches and repetitions", async () => {
  const start = Date.UTC(2026, 4, 30);
  const number = (min: number, max: number) => fc.option(fc.integer({ min, max }), { nil: null });
  const someReport = fc.record({
    device: fc.constantFrom("gateway", "router", "meter"),
    at: fc.integer({ min: 0, max: 60 }).map((hour) => start + hour * 3_600_000),
    battery: number(0, 100),
    signal: number(-120, -40),
  });
  const batches = fc
    .array(someReport, { minLength: 1, maxLength: 12 })
    .chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
        fc.integer({ min: 1, max: 5 }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(batches, async ([all, shuffled, size]) => {
      const ids = { gateway: gateway.gatewayId, router: routerId, meter: gateway.meterIds.get("M1") ?? 0 };
      const toReports = (list: typeof all): DeviceReport[] =>
        list.map((one) => ({ ...one, deviceId: ids[one.device] }));
      const clean = async () => {
        for (const table of ["gateways", "routers"]) {
          await sql`update ${sql.table(table)} set last_seen_at = null where property_id = ${gateway.propertyId}`.execute(
            site.connections.worker,
          );
        }
        await sql`delete from device_days where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
      };
      await clean();
      await storeReports(toReports(all));
      const once = [await rows(), await lastSeen()];
      await clean();
      for (let i = 0; i < shuffled.length; i += size) await storeReports(toReports(shuffled.slice(i, i + size)));
      expect([await rows(), await lastSeen()]).toEqual(once);
    }),
    { numRuns: 60 },
  );
});

test("updates a gateway that sends readings once a minute", async () => {
  const scope = { organizationIds: [], propertyIds: [gateway.propertyId] };
  const note = (now: string) =>
    inScope(site.connections.app, scope, (tx) =>
      recordGatewaySeen(tx, gateway.propertyId, gateway.gatewayId, Date.parse(now)),
    );
  await note("2026-06-01T12:06:30Z");
  await note("2026-06-01T12:06:59Z");
  expect(await rows()).toMatchObject([{ last_seen_at: new Date("2026-06-01T12:06:00Z") }]);
  await note("2026-06-01T12:07:00Z");
  expect(await rows()).toMatchObject([{ last_seen_at: new Date("2026-06-01T12:07:00Z") }]);
});
