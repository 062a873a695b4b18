import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import { chirpStackStatus, chirpStackUp, thingsStackUp } from "./testing/posts.ts";

const NOW = "2026-06-01T12:06:00Z";
let site: ScopedApp;
let gateway: TestGateway;

beforeAll(async () => {
  site = await scopedApp(NOW);
});
afterAll(() => site?.close());
beforeEach(async () => {
  const meter = { unit: "1", attachedTo: "SPOE", registerFactor: null } as const;
  gateway = await addTestProperty(site.connections, "America/Chicago", [
    { ...meter, serial: "A81758FFFE05E2F1" },
    { ...meter, unit: "2", serial: "unit-4-kitchen", registerFactor: 264.172 },
  ]);
});

const hourly = { gallons: { field: "litres", factor: 0.264172 }, minutes: 60 };

async function useMapping(mapping: object | null) {
  const who = { propertyIds: [gateway.propertyId] };
  const path = `/v1/properties/${gateway.propertyId}/gateways/G1/uplink-mapping`;
  const answer = await site.ask(who, "PUT", path, { uplink_mapping: mapping });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
}

function post(path: string, body: object, token = gateway.token) {
  return site.ask({}, "POST", `/v1/ingest/lorawan/${path}`, body, { authorization: `Bearer ${token}` });
}

async function posted(path: string, body: object) {
  const answer = await post(path, body);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return ingestAnswer.parse(answer.json());
}

const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(site.connections.worker)).rows;
const lastSeen = () =>
  rowsOf(sql`
    select device, device_id, last_seen_at, battery, signal from device_days
    where property_id = ${gateway.propertyId} order by device, device_id`);
const rejected = () =>
  rowsOf(
    sql`select code, raw, reason, state from rejected_readings where property_id = ${gateway.propertyId} order by id`,
  );

test("stores an hour from a ChirpStack uplink once", async () => {
  await useMapping({ ...hourly, battery: { field: "volts", unit: "volt", empty: 3, full: 3.6 } });
  const body = chirpStackUp({ litres: 100, volts: 3.45 });
  expect(await posted("chirpstack?event=up", body)).toMatchObject({ received: 1, stored: 1 });
  expect(await posted("chirpstack?event=up", body)).toMatchObject({ received: 1, duplicate: 1 });
  const days = await rowsOf(sql`
    select day, gallons[7] as at_six from meter_days where property_id = ${gateway.propertyId}`);
  // 11:00 to 12:00 UTC is 6 to 7 in the morning there.
  expect(days).toEqual([{ day: "2026-06-01", at_six: 26_417 }]);
  expect(await lastSeen()).toMatchObject([
    { device: "gateway", device_id: gateway.gatewayId },
    { device: "meter", last_seen_at: new Date("2026-06-01T12:05:09.546Z"), battery: expect.closeTo(75), signal: -87 },
  ]);
});

test("stores a register from a The Things Stack uplink", async () => {
  await useMapping({ serial: { from: "field", field: "meter" }, register: { field: "total", factor: 0.001 } });
  const body = thingsStackUp({ meter: "unit-4-kitchen", total: 1_234_567 });
  expect(await posted("things-stack", body)).toMatchObject({ stored: 1 });
  const days = await rowsOf(sql`select registers[1] as r from meter_days where property_id = ${gateway.propertyId}`);
  expect(days).toEqual([{ r: 1_234_567 }]);
  expect(await lastSeen()).toMatchObject([
    { device: "gateway" },
    { device: "meter", battery: expect.closeTo(90.1, 1), signal: -71 },
  ]);
});

test("accepts overlapping lists of hours, which fill gaps", async () => {
  await useMapping({ list: { field: "history" }, gallons: { field: "value" }, minutes: 60 });
  expect(await posted("chirpstack?event=up", chirpStackUp({ history: [3, 2, null] }))).toMatchObject({ stored: 2 });
  const later = { time: "2026-06-01T13:05:09+00:00", fCnt: 472 };
  site.clock.now = Date.parse("2026-06-01T13:06:00Z");
  const answer = await posted("chirpstack?event=up", chirpStackUp({ history: [4, 3, 2, 1] }, later));
  site.clock.now = Date.parse(NOW);
  expect(answer).toMatchObject({ received: 4, stored: 2, duplicate: 2 });
  expect(await rowsOf(sql`select 1 from superseded_readings where property_id = ${gateway.propertyId}`)).toEqual([]);
});

test("adds up four uplinks an hour of a device without a clock", async () => {
  await useMapping({ gallons: { field: "gallons" }, minutes: 15 });
  for (const [index, minute] of [20, 35, 50].entries()) {
    const time = `2026-06-01T11:${minute}:09+00:00`;
    expect(await posted("chirpstack?event=up", chirpStackUp({ gallons: 10 }, { time, fCnt: index }))).toMatchObject({
      stored: 1,
    });
  }
  const last = chirpStackUp({ gallons: 1.5 }, { fCnt: 3 });
  expect(await posted("chirpstack?event=up", last)).toMatchObject({ stored: 1 });
  expect(await posted("chirpstack?event=up", last)).toMatchObject({ duplicate: 1 });
  // 11:00 to 12:00 UTC is 6 to 7 in the morning there.
  const days = await rowsOf(sql`select gallons[7] as g from meter_days where property_id = ${gateway.propertyId}`);
  expect(days).toEqual([{ g: 31_500 }]);
});

test.each([
  [15, ["11:15:01", "11:29:58", "11:45:02", "11:59:59"], 40_000],
  [60, ["11:00:02", "11:59:58"], 10_000],
])(
  "counts each interval of %i minutes of a device without a clock that sends about their ends",
  async (minutes, times, hour) => {
    await useMapping({ gallons: { field: "gallons" }, minutes });
    for (const [fCnt, time] of times.entries()) {
      const message = chirpStackUp({ gallons: 10 }, { time: `2026-06-01T${time}+00:00`, fCnt });
      expect(await posted("chirpstack?event=up", message)).toMatchObject({ stored: 1 });
      expect(await posted("chirpstack?event=up", message)).toMatchObject({ duplicate: 1 });
    }
    const days = await rowsOf(sql`
    select gallons[7] as at_six, (select sum(g)::int from unnest(gallons) g) as day from meter_days
    where property_id = ${gateway.propertyId}`);
    // 11:00 to 12:00 UTC is 6 to 7 in the morning there.
    expect(days).toEqual([{ at_six: hour, day: 10_000 * times.length }]);
  },
);

test("requires the length of the interval for gallons, and reads mappings saved without it by the hour", async () => {
  const own = { propertyIds: [gateway.propertyId] };
  const path = `/v1/properties/${gateway.propertyId}/gateways/G1/uplink-mapping`;
  const { minutes: _, ...earlier } = hourly;
  const answer = await site.ask(own, "PUT", path, { uplink_mapping: earlier });
  expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(/Give minutes, the length.*1, 5, 10, 15/)]);
  await useMapping({ ...earlier, hours: { field: "h" } });
  await useMapping({ register: { field: "r" } });

  const stored = JSON.stringify(earlier);
  await sql`update gateways set uplink_mapping = ${stored}::jsonb where id = ${gateway.gatewayId}`.execute(
    site.connections.worker,
  );
  expect((await site.ask(own, "GET", path)).json()).toEqual({
    uplink_mapping: { serial: { from: "dev_eui" }, ...earlier },
  });
  expect(await posted("chirpstack?event=up", chirpStackUp({ litres: 100 }))).toMatchObject({ stored: 1 });
  const days = await rowsOf(sql`select gallons[7] as g from meter_days where property_id = ${gateway.propertyId}`);
  expect(days).toEqual([{ g: 26_417 }]);
});

test("keeps the value sent later, also after the frame counter restarted", async () => {
  await useMapping({ ...hourly, time: { field: "at" } });
  const at = "2026-06-01T10:00:00Z";
  await posted("chirpstack?event=up", chirpStackUp({ litres: 100, at }));
  const again = { time: "2026-06-01T12:05:30Z", fCnt: 1 };
  await posted("chirpstack?event=up", chirpStackUp({ litres: 10, at }, again));
  const days = await rowsOf(sql`select gallons[6] as g from meter_days where property_id = ${gateway.propertyId}`);
  expect(days).toEqual([{ g: 2642 }]);
});

test("keeps a post without a mapping, with advice", async () => {
  const body = chirpStackUp({ litres: 1 });
  expect(await posted("chirpstack?event=up", body)).toMatchObject({ received: 1, rejected: 1 });
  expect(await rejected()).toEqual([
    {
      code: "no_uplink_mapping",
      raw: JSON.stringify(body),
      reason: expect.stringMatching(/Set one under Gateways/),
      state: "open",
    },
  ]);
});

test("keeps a payload that does not fit, or has no codec, with advice", async () => {
  await useMapping(hourly);
  expect(await posted("things-stack", thingsStackUp({ liters: 1 }))).toMatchObject({ rejected: 1 });
  expect(await posted("things-stack", thingsStackUp(null))).toMatchObject({ rejected: 1 });
  expect(await posted("chirpstack?event=up", chirpStackUp({ litres: "1" }))).toMatchObject({
    rejected: 1,
    rows: [{ code: "not_a_number" }],
  });
  expect(await rejected()).toMatchObject([
    { code: "uplink_mapping", reason: expect.stringMatching(/it has: liters/) },
    { code: "uplink_mapping", reason: expect.stringMatching(/codec/) },
    { code: "not_a_number" },
  ]);
});

test("takes messages of other ports as contact only, whatever they hold", async () => {
  await useMapping({ ...hourly, serial: { from: "field", field: "meter" }, f_ports: [8] });
  expect(await posted("chirpstack?event=up", chirpStackUp(null, { fPort: 1 }))).toMatchObject({ received: 0 });
  expect(await posted("chirpstack?event=up", chirpStackUp({ volts: 3 }, { fPort: 1 }))).toMatchObject({ received: 0 });
  expect(await posted("chirpstack?event=up", chirpStackUp({ litres: 1 }))).toMatchObject({ rejected: 1 });
  expect(await rejected()).toMatchObject([
    { code: "uplink_mapping", reason: expect.stringMatching(/no serial number/) },
  ]);
});

test("reads no readings from other events, but the battery from a status", async () => {
  await useMapping(hourly);
  for (const event of ["join", "ack", "txack", "log", "location", "integration"]) {
    expect(await posted(`chirpstack?event=${event}`, chirpStackUp(null))).toMatchObject({ received: 0 });
  }
  const { uplink_message: _, ...join } = thingsStackUp(null, { join_accept: {} });
  expect(await posted("things-stack", join)).toMatchObject({ received: 0 });
  expect(await posted("things-stack", thingsStackUp({ litres: 1 }, { simulated: true }))).toMatchObject({
    received: 0,
  });
  await posted("chirpstack?event=status", chirpStackStatus({ batteryLevelUnavailable: true }));
  expect(await lastSeen()).toMatchObject([{ device: "gateway" }]);
  expect(await posted("chirpstack?event=status", chirpStackStatus())).toMatchObject({ received: 0 });
  expect(await lastSeen()).toMatchObject([{ device: "gateway" }, { device: "meter", battery: 64.5, signal: null }]);
});

test("detects the event type from the body, or rejects it with the setting to change", async () => {
  await useMapping(hourly);
  expect(await posted("chirpstack", chirpStackUp({ litres: 1 }))).toMatchObject({ received: 1, stored: 1 });
  expect(await posted("chirpstack?event=UP", chirpStackUp({ litres: 1 }))).toMatchObject({ duplicate: 1 });
  expect(await posted("chirpstack", chirpStackUp({ liters: 1 }))).toMatchObject({ received: 1, rejected: 1 });
  expect(await posted("chirpstack", chirpStackStatus())).toMatchObject({ received: 0 });
  expect(await lastSeen()).toMatchObject([{ device: "gateway" }, { device: "meter", battery: 64.5 }]);
  const { deviceInfo } = chirpStackStatus();
  for (const body of [{ a: 1 }, { fCnt: 1, data: "" }, { deviceInfo }, [1]]) {
    const answer = await post("chirpstack", body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/\?event=up/)]);
  }
});

test("explains what an invalid heartbeat lacks", async () => {
  const beat = async (body: object | string) => {
    const headers = { authorization: `Bearer ${gateway.token}`, "content-type": "application/json" };
    const answer = await site.ask({}, "POST", "/v1/ingest/heartbeats", body, headers);
    return [answer.status, answer.json()];
  };
  expect(await beat([])).toMatchObject([
    422,
    { detail: "The body must be an object, not a list.", body: [expect.any(String)] },
  ]);
  expect(await beat({ battery: "88" })).toMatchObject([
    422,
    { detail: 'battery must be a number, not the text "88".', battery: [expect.any(String)] },
  ]);
  expect(await beat({ meters: [{ serial: "A" }, { last_seen_at: "now" }] })).toMatchObject([
    422,
    { detail: "meters[1].serial is missing. It must be text." },
  ]);
});

test("updates a radio gateway only if it is in the inventory", async () => {
  await useMapping(hourly);
  await sql`insert into gateways (property_id, serial_number) values (${gateway.propertyId}, '0016C001F1427F6E')`.execute(
    site.connections.worker,
  );
  await posted("chirpstack?event=up", chirpStackUp({ litres: 1 }));
  const known = await rowsOf(sql`
    select serial_number, last_seen_at from gateways where property_id = ${gateway.propertyId} order by 1`);
  expect(known).toEqual([
    { serial_number: "0016C001F1427F6E", last_seen_at: new Date("2026-06-01T12:05:09.546Z") },
    { serial_number: "G1", last_seen_at: new Date(NOW) },
  ]);
});

test("tolerates a network server's clock two days ahead", async () => {
  await useMapping(hourly);
  const ahead = { time: "2026-06-03T12:05:09Z" };
  expect(await posted("chirpstack?event=up", chirpStackUp({ litres: 1 }, ahead))).toMatchObject({ rejected: 1 });
  expect(await lastSeen()).toMatchObject([{ device: "gateway", last_seen_at: new Date(NOW) }]);
});

test("rejects a NUL in a gateway's id", async () => {
  await useMapping(hourly);
  const body = chirpStackUp({ litres: 1 }, { rxInfo: [{ gatewayId: "a\0" }] });
  expect(await posted("chirpstack?event=up", body)).toMatchObject({ stored: 1 });
  const headers = { authorization: `Bearer ${gateway.token}` };
  const heartbeat = await site.ask({}, "POST", "/v1/ingest/heartbeats", { routers: [{ serial: "a\0" }] }, headers);
  expect([heartbeat.status, heartbeat.text]).toEqual([422, expect.stringContaining("NUL")]);
});

test("rejects a post without a token, and an invalid one", async () => {
  expect((await post("chirpstack?event=up", chirpStackUp({}), "x")).status).toBe(401);
  expect((await post("things-stack", thingsStackUp({}), "x")).status).toBe(401);
  for (const [path, body] of [
    ["chirpstack?event=up", { some: "thing" }],
    ["chirpstack?event=status", []],
    ["things-stack", { uplink_message: 5, end_device_ids: { device_id: "x" } }],
    ["things-stack", [1]],
  ] as const) {
    const answer = await post(path, body);
    expect([answer.status, answer.text]).toEqual([422, expect.stringMatching(/Choose JSON/)]);
  }
});

test("only administrators change mappings, of their own properties", async () => {
  await useMapping(hourly);
  const path = `/v1/properties/${gateway.propertyId}/gateways/G1/uplink-mapping`;
  const own = { propertyIds: [gateway.propertyId] };
  expect((await site.ask(own, "GET", path)).json()).toEqual({
    uplink_mapping: { serial: { from: "dev_eui" }, gallons: { field: "litres", factor: 0.264172 }, minutes: 60 },
  });
  expect((await site.ask({ ...own, role: "organization member" }, "GET", path)).status).toBe(403);
  expect((await site.ask({ ...own, role: "organization member" }, "PUT", path, { uplink_mapping: null })).status).toBe(
    403,
  );
  const foreign = await site.ask({ propertyIds: [] }, "GET", path);
  const unknown = await site.ask(own, "GET", path.replace("G1", "G9"));
  const strip = (text: string) => text.replace(/"request_id":"[^"]*"/, "");
  expect([foreign.status, strip(foreign.text)]).toEqual([404, strip(unknown.text)]);
  expect((await site.ask({ propertyIds: [] }, "PUT", path, { uplink_mapping: null })).status).toBe(404);
  expect((await site.ask(own, "PUT", path, { uplink_mapping: {} })).status).toBe(422);
  expect((await site.ask(own, "PUT", path, { uplink_mapping: null })).json()).toEqual({ uplink_mapping: null });
  expect((await site.ask(own, "GET", path)).json()).toEqual({ uplink_mapping: null });
});
