import { sql } from "kysely";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isDatabaseDown } from "../database/is-database-down.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { openStoppablePostgres, type StoppablePostgres } from "../ingest/testing/stoppable-postgres.ts";
import { startMqttClient } from "./mqtt-client.ts";
import { takePublished } from "./take-published.ts";
import { keepLog } from "./testing/log.ts";
import { findMosquitto, type Mosquitto, openMosquitto } from "./testing/mosquitto.ts";

const program = findMosquitto();
const log = keepLog();
let postgres: StoppablePostgres;
let site: IngestSite;
let gateway: TestGateway;
let mosquitto: Mosquitto;
let sender: MqttClient;
let client: { stop(): Promise<void> } | null = null;

beforeAll(async () => {
  if (program === null) return;
  postgres = await openStoppablePostgres();
  site = await openIngestSite(postgres);
  mosquitto = await openMosquitto(program);
  sender = await mqtt.connectAsync(mosquitto.url, { clientId: "gateway" });
});
afterAll(async () => {
  await sender?.endAsync(true);
  await mosquitto?.close();
  await site?.close();
  await postgres?.close();
});
beforeEach(async () => {
  if (program === null) return;
  gateway = await site.addProperty("Etc/UTC", [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null }]);
  await start();
});
afterEach(async () => {
  await client?.stop();
  client = null;
});

/** Starts our client, until it is subscribed. */
async function start() {
  const before = log.messages.length;
  const settings = { username: undefined, password: undefined, clientId: "dripline", share: undefined };
  const take = takePublished({ connections: site.connections, clock: () => site.clock.now, log, isDatabaseDown });
  client = startMqttClient({ ...settings, url: mosquitto.url }, take, log);
  await vi.waitFor(() => expect(log.messages.slice(before)).toContain("Connected to the MQTT broker"), {
    timeout: 30_000,
  });
}

const reading = (hour: number) => ({
  serial: "M1",
  hour: new Date(Date.UTC(2026, 4, 20, hour)).toISOString(),
  gallons: hour + 1,
});

/** Publishes; resolves once the broker has accepted the message for us. */
const publish = (payload: unknown, kind = "readings", serial = "G1", property = gateway.propertyId) =>
  sender.publishAsync(
    `dripline/${property}/${serial}/${kind}`,
    typeof payload === "string" ? payload : JSON.stringify(payload),
    { qos: 1 },
  );

async function storedHours(): Promise<number> {
  const found = await sql<{ n: number }>`
    select coalesce(sum(array_length(array_remove(gallons, null), 1)), 0)::int as n from meter_days
    where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
  return found.rows[0]?.n ?? 0;
}

async function rejected() {
  const found = await sql<{ code: string; raw: string; source: string; reason: string }>`
    select code, raw, source, reason from rejected_readings where property_id = ${gateway.propertyId} order by id`.execute(
    site.connections.worker,
  );
  return found.rows;
}

const storedBy = (hours: number) =>
  vi.waitFor(async () => expect(await storedHours()).toBe(hours), { timeout: 30_000, interval: 30 });

test.skipIf(program === null)("accepts the same payloads as HTTP, and a single reading", async () => {
  await publish([reading(0), reading(1)]);
  await publish({ readings: [reading(2)] });
  await publish(`${JSON.stringify(reading(3))}\n${JSON.stringify(reading(4))}\n`);
  await publish(reading(5));
  await storedBy(6);
  await publish({ sent_at: "2026-05-31T20:00:00Z", battery: 71 }, "heartbeat");
  await vi.waitFor(
    async () => {
      const seen = await sql`
      select battery from device_days where property_id = ${gateway.propertyId} and day = '2026-05-31'`.execute(
        site.connections.worker,
      );
      expect(seen.rows).toEqual([{ battery: 71 }]);
    },
    { timeout: 30_000 },
  );
  expect(await rejected()).toEqual([]);
});

test.skipIf(program === null)("stores an unreadable message as a rejected row, and continues", async () => {
  await publish("not json");
  await publish({ some: "thing" });
  await publish({ battery: 300 }, "heartbeat");
  await publish([reading(0)], "readings", "G9");
  await publish([reading(0)], "readings", "G1", 999_999_999);
  await publish([reading(1), { ...reading(2), serial: "M9" }]);
  await storedBy(1);
  await vi.waitFor(async () => expect(await rejected()).toHaveLength(5), { timeout: 30_000 });
  expect((await rejected()).map(({ code, source }) => [code, source]).sort()).toEqual([
    ["invalid_fields", "G1"],
    ["invalid_fields", "G1"],
    ["invalid_json", "G1"],
    ["unknown_gateway", `topic dripline/${gateway.propertyId}/G9/readings`],
    ["unknown_serial", "G1"],
  ]);
  expect(log.messages.join("\n")).toMatch(/999999999.*no such property/);
});

test.skipIf(program === null)("ignores a leading byte order mark", async () => {
  await publish(`\uFEFF${JSON.stringify([reading(0)])}`);
  await publish(`\uFEFF${JSON.stringify(reading(1))}\n${JSON.stringify(reading(2))}`);
  await storedBy(3);
  expect(await rejected()).toEqual([]);
});

test.skipIf(program === null)("explains what an invalid heartbeat lacks", async () => {
  await publish("xx", "heartbeat");
  await publish([], "heartbeat");
  await publish({ battery: "88" }, "heartbeat");
  await vi.waitFor(async () => expect(await rejected()).toHaveLength(3), { timeout: 30_000 });
  const reasons = (await rejected()).map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(
    new Set([
      "The message was rejected: it is not JSON. Send a heartbeat, such as {}.",
      "The message was rejected: A heartbeat must be an object, not a list.",
      'The message was rejected: battery must be a number, not the text "88".',
    ]),
  );
});

test.skipIf(program === null)("stores after a restart what was published meanwhile", async () => {
  await client?.stop();
  for (let hour = 0; hour < 24; hour++) await publish(reading(hour));
  expect(await storedHours()).toBe(0);
  await start();
  await storedBy(24);
});

test.skipIf(program === null)(
  "acknowledges nothing without its database, and stores everything afterwards",
  async () => {
    for (let round = 0; round < 2; round++) {
      await postgres.stop();
      const before = log.messages.length;
      for (let hour = 0; hour < 12; hour++) await publish(reading(round * 12 + hour));
      const failed = () => expect(log.messages.slice(before).join("\n")).toMatch(/asked to deliver it again/);
      await vi.waitFor(failed, { timeout: 30_000 });
      if (round === 1) {
        // Whoever resumes the session gets what was open, so nothing was acknowledged.
        await client?.stop();
        await postgres.start();
        await start();
      } else {
        await postgres.start();
      }
      await storedBy((round + 1) * 12);
    }
    expect(await rejected()).toEqual([]);
  },
);

test.skipIf(program === null)("messages that the broker retained are no sign of life of a gateway", async () => {
  const lastSeen = async () => {
    const found = await sql<{ at: Date | null }>`
      select last_seen_at as at from gateways where property_id = ${gateway.propertyId}`.execute(
      site.connections.worker,
    );
    return found.rows[0]?.at?.toISOString();
  };
  const topic = (kind: string) => `dripline/${gateway.propertyId}/G1/${kind}`;
  const before = site.clock.now;
  for (const [kind, payload] of [
    ["heartbeat", {}],
    ["readings", [reading(0)]],
  ] as const) {
    await sender.publishAsync(topic(kind), JSON.stringify(payload), { qos: 1, retain: true });
  }
  await storedBy(1);
  await vi.waitFor(async () => expect(await lastSeen()).toBe(new Date(before).toISOString()), { timeout: 30_000 });
  await client?.stop();
  // Four days later the gateway is dead, and the server starts again.
  site.clock.now += 4 * 86_400_000;
  await start();
  await publish([reading(1)], "readings", "G9");
  await vi.waitFor(async () => expect(await rejected()).toHaveLength(1), { timeout: 30_000 });
  expect(await lastSeen()).toBe(new Date(before).toISOString());
  for (const kind of ["heartbeat", "readings"]) await sender.publishAsync(topic(kind), "", { qos: 1, retain: true });
  site.clock.now = before;
});
