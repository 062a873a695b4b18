import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deviceCalls } from "../../contract/inventory/devices.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { refreshAll } from "../metering/refresh-all.ts";
import { takeMessage } from "../mqtt/take-message.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import { chirpStackUp } from "../uplinks/testing/posts.ts";

const NOW = Date.parse("2026-06-01T12:06:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const list = "/v1/reporting/device-health/portfolio-detail/properties/{id}/meters";

let site: ScopedApp;
let gateway: TestGateway;

beforeAll(async () => {
  site = await scopedApp(new Date(NOW).toISOString());
});
afterAll(() => site?.close());
beforeEach(async () => {
  site.clock.now = NOW;
  const meter = { attachedTo: "SPOE", registerFactor: null } as const;
  gateway = await addTestProperty(site.connections, "America/Chicago", [
    { ...meter, serial: "A81758FFFE05E2F1", unit: "1" },
    { ...meter, serial: "R1", unit: "2", registerFactor: 1000 },
  ]);
});

const time = (at: number) => new Date(at).toISOString();
const post = (path: string, body: object) =>
  site.ask({}, "POST", `/v1/ingest/${path}`, body, { authorization: `Bearer ${gateway.token}` });

/** What the screen shows of a device. */
async function shown(serial: string) {
  const path = list.replace("{id}", String(gateway.propertyId));
  const answer = await site.ask({ propertyIds: [gateway.propertyId] }, "GET", path);
  const { results } = deviceCalls[`GET ${list}`].response.parse(answer.json());
  const row = results.find(({ meter_serial_number }) => meter_serial_number === serial);
  return [row?.status, row?.last_seen_at];
}

const hourOf = (at: number) => time(Math.floor(at / HOUR) * HOUR);

/** Every way in which a device reports a time. */
const ways: Record<string, (at: number) => Promise<unknown>> = {
  heartbeat: (at) => post("heartbeats", { sent_at: time(at), meters: [{ serial: "R1", battery: 50 }] }),
  "heartbeat by MQTT": (at) =>
    takeMessage(
      site.connections,
      gateway,
      { kind: "heartbeat", payload: Buffer.from(JSON.stringify({ sent_at: time(at) })), isRetained: false },
      () => site.clock.now,
      () => {},
    ),
  hour: (at) => post("readings", [{ serial: "A81758FFFE05E2F1", hour: hourOf(at + HOUR), gallons: 1 }]),
  register: (at) => post("readings", [{ serial: "R1", read_at: time(at), register: 5 }]),
  "LoRaWAN uplink": (at) => {
    const passedOn = { time: time(at), rxInfo: [{ gatewayId: "G1", rssi: -80 }] };
    return post("lorawan/chirpstack?event=up", chirpStackUp({ litres: 1 }, passedOn));
  },
};

test.each(Object.keys(ways))("a clock ahead never gives a last contact in the future: %s", async (way) => {
  for (const ahead of [11 * MINUTE, 5 * HOUR, 2 * DAY, 400 * DAY]) await ways[way]?.(NOW + ahead);
  await refreshAll(site.connections, () => site.clock.now);
  const devices = ["G1", "A81758FFFE05E2F1", "R1"];
  for (const meter of devices.slice(1)) expect(await shown(meter)).toEqual(["unknown", null]);
  // A gateway that sends readings is last seen when they arrive; a time in the future that it reports is ignored.
  const [, seenAt] = await shown("G1");
  expect([null, time(NOW)]).toContain(seenAt);
  // Neither when that time has come.
  site.clock.now = NOW + 2 * DAY + MINUTE;
  for (const device of devices) expect(["unknown", "offline"]).toContain((await shown(device))[0]);
});

test("accepts a clock a few minutes ahead, and shows it as now", async () => {
  await ways.heartbeat?.(NOW + 9 * MINUTE);
  await ways.register?.(NOW + 9 * MINUTE);
  await ways.hour?.(NOW - HOUR);
  await refreshAll(site.connections, () => site.clock.now);
  for (const device of ["G1", "R1", "A81758FFFE05E2F1"]) expect(await shown(device)).toEqual(["online", time(NOW)]);
});

test.each([2 * DAY, 3 * HOUR])("counts contacts after the server's clock was ahead by %i ms", async (ahead) => {
  const reading = (at: number) => post("readings", [{ serial: "R1", read_at: time(at), register: 1 }]);
  await reading(NOW - 2 * HOUR);
  site.clock.now = NOW + ahead;
  await post("heartbeats", { battery: 50 });
  // No data since the clock was corrected: it was last seen before.
  site.clock.now = NOW + 30 * MINUTE;
  const silent = await shown("G1");
  expect([null, time(NOW), time(NOW - 2 * HOUR)]).toContain(silent[1]);
  site.clock.now = NOW + 40 * MINUTE;
  await reading(NOW - HOUR);
  expect(await shown("G1")).toEqual(["online", time(NOW + 40 * MINUTE)]);
  site.clock.now = NOW + 26 * HOUR;
  expect(await shown("G1")).toEqual(["offline", time(NOW + 40 * MINUTE)]);
});

test("keeps earlier contacts when the server's clock was two days behind", async () => {
  await post("heartbeats", {});
  site.clock.now = NOW - 2 * DAY;
  await post("heartbeats", {});
  expect(await shown("G1")).toEqual(["online", time(NOW - 2 * DAY)]);
  site.clock.now = NOW + MINUTE;
  expect(await shown("G1")).toEqual(["online", time(NOW)]);
});
