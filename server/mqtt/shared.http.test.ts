import { sql } from "kysely";
import mqtt, { type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { startMqttClient } from "./mqtt-client.ts";
import { takePublished } from "./take-published.ts";
import { keepLog } from "./testing/log.ts";
import { findMosquitto, type Mosquitto, openMosquitto } from "./testing/mosquitto.ts";

const program = findMosquitto();
const HOURS = 40;
let site: IngestSite;
let gateway: TestGateway;
let mosquitto: Mosquitto;
let sender: MqttClient;
let running: { stop(): Promise<void> }[] = [];
/** The messages delivered to each server. */
let given: Map<string, string[]>;

beforeAll(async () => {
  if (program === null) return;
  site = await openIngestSite();
});
afterAll(() => site?.close());
beforeEach(async () => {
  if (program === null) return;
  // A broker that remembers no sessions.
  mosquitto = await openMosquitto(program);
  sender = await mqtt.connectAsync(mosquitto.url, { clientId: "gateway" });
  gateway = await site.addProperty("Etc/UTC", [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null }]);
  given = new Map();
});
afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
  await sender?.endAsync(true);
  await mosquitto?.close();
});

/** Starts a server's client, until it is subscribed. */
async function start(clientId: string, share: string | undefined, isRejecting = () => false) {
  const log = keepLog();
  const store = takePublished({
    connections: site.connections,
    clock: () => site.clock.now,
    log,
    isDatabaseDown: () => true,
  });
  const own = given.get(clientId) ?? [];
  given.set(clientId, own);
  const settings = { url: mosquitto.url, username: undefined, password: undefined, clientId, share };
  const take = async (topic: string, payload: Buffer) => {
    if (isRejecting()) throw new Error("The disk is full.");
    await store(topic, payload, false);
    own.push(payload.toString());
  };
  const server = startMqttClient(settings, take, log);
  running.push(server);
  await vi.waitFor(() => expect(log.messages).toContain("Connected to the MQTT broker"), { timeout: 30_000 });
  return {
    log,
    stop: async () => {
      running = running.filter((one) => one !== server);
      await server.stop();
    },
  };
}

async function publishHours(from: number, until: number) {
  for (let hour = from; hour < until; hour++) {
    const row = { serial: "M1", hour: new Date(Date.UTC(2026, 4, 20, hour)).toISOString(), gallons: hour };
    await sender.publishAsync(`dripline/${gateway.propertyId}/G1/readings`, JSON.stringify(row), { qos: 1 });
  }
}

const storedBy = (hours: number) =>
  vi.waitFor(
    async () => {
      const found = await sql<{ n: number }>`
        select coalesce(sum(array_length(array_remove(gallons, null), 1)), 0)::int as n from meter_days
        where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
      expect(found.rows[0]?.n).toBe(hours);
    },
    { timeout: 30_000, interval: 30 },
  );

const takenBy = (clientId: string) => given.get(clientId)?.length ?? 0;
const allTaken = () => [...given.values()].flat();

test.skipIf(program === null)("servers of one shared subscription get each message once; others get all", async () => {
  await start("one", "group");
  await start("two", "group");
  await start("alone", undefined);
  await publishHours(0, HOURS);
  await storedBy(HOURS);
  await vi.waitFor(() => expect(allTaken()).toHaveLength(2 * HOURS), { timeout: 30_000 });
  expect(takenBy("alone")).toBe(HOURS);
  expect(takenBy("one")).toBeGreaterThan(0);
  expect(takenBy("two")).toBeGreaterThan(0);
  expect(new Set([...(given.get("one") ?? []), ...(given.get("two") ?? [])]).size).toBe(HOURS);
});

test.skipIf(program === null)("loses no message for a server of the group that is down or cannot store", async () => {
  const one = await start("one", "group");
  let isFull = true;
  const two = await start("two", "group", () => isFull);
  await publishHours(0, HOURS);
  await vi.waitFor(() => expect(two.log.messages.join("\n")).toMatch(/asked to deliver it again.*disk is full/), {
    timeout: 30_000,
  });
  await one.stop();
  await publishHours(HOURS, 2 * HOURS);
  isFull = false;
  await start("one", "group");
  await storedBy(2 * HOURS);
});

test.skipIf(program === null)("a server that joins a group with its session gets only its share", async () => {
  const before = await start("one", undefined);
  await before.stop();
  await start("one", "group");
  await start("two", "group");
  await publishHours(0, HOURS);
  await storedBy(HOURS);
  await vi.waitFor(() => expect(allTaken().length).toBeGreaterThanOrEqual(HOURS), { timeout: 30_000 });
  expect(takenBy("one")).toBeLessThan(HOURS);
  expect(allTaken()).toHaveLength(HOURS);
});
