import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isDatabaseDown } from "../database/is-database-down.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { openStoppablePostgres, type StoppablePostgres } from "../ingest/testing/stoppable-postgres.ts";
import { type Broker, startBroker } from "./broker.ts";
import { keepLog } from "./testing/log.ts";

let postgres: StoppablePostgres;
let site: IngestSite;
let broker: Broker;
let mine: TestGateway;
let other: TestGateway;
const log = keepLog();
const clients: MqttClient[] = [];

const deps = () => ({ connections: site.connections, clock: () => site.clock.now, log, isDatabaseDown });

beforeAll(async () => {
  postgres = await openStoppablePostgres();
  site = await openIngestSite(postgres);
  broker = await startBroker({ host: "127.0.0.1", port: 0, tls: null }, deps());
});
afterAll(async () => {
  await broker?.stop();
  await site?.close();
  await postgres?.close();
});
beforeEach(async () => {
  const meters = [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null } as const];
  mine = await site.addProperty("Etc/UTC", meters);
  other = await site.addProperty("Etc/UTC", meters);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});

async function connect(gateway: TestGateway, more: IClientOptions = {}) {
  const url = `mqtt://127.0.0.1:${broker.port}`;
  const options = { username: "G1", password: gateway.token, reconnectPeriod: 0, ...more };
  const client = await mqtt.connectAsync(url, options, false);
  client.on("error", () => {});
  clients.push(client);
  return client;
}

const closed = (client: MqttClient) => new Promise<void>((done) => client.once("close", () => done()));
const topicOf = (gateway: TestGateway, kind = "readings") => `dripline/${gateway.propertyId}/G1/${kind}`;
const reading = (hour: number) =>
  JSON.stringify({
    serial: "M1",
    hour: new Date(Date.UTC(2026, 4, 20, hour)).toISOString(),
    gallons: (Math.abs(hour) % 100) + 1,
  });

async function storedHours(gateway: TestGateway): Promise<number> {
  const found = await sql<{ n: number }>`
    select coalesce(sum(array_length(array_remove(gallons, null), 1)), 0)::int as n from meter_days
    where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
  return found.rows[0]?.n ?? 0;
}

async function rejectedCodes(gateway: TestGateway): Promise<string[]> {
  const found = await sql<{ code: string }>`
    select code from rejected_readings where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
  return found.rows.map(({ code }) => code);
}

test.each([0, 1, 2] as const)("stores what a gateway publishes on its own topic (QoS %i)", async (qos) => {
  const client = await connect(mine);
  for (let hour = 0; hour < 5; hour++) {
    await client.publishAsync(topicOf(mine), reading(hour), { qos, retain: true });
    // Acknowledged means stored.
    if (qos > 0) expect(await storedHours(mine)).toBe(hour + 1);
  }
  await client.publishAsync(topicOf(mine, "heartbeat"), "{}", { qos });
  await vi.waitFor(async () => expect(await storedHours(mine)).toBe(5), { timeout: 30_000 });
});

test.each([
  ["with a goodbye", (client: MqttClient) => client.endAsync()],
  ["without one", async (client: MqttClient) => void client.stream.destroy()],
])("does not log a connection that ends %s as an error", async (_how, end) => {
  const quiet = keepLog();
  const own = await startBroker({ host: "127.0.0.1", port: 0, tls: null }, { ...deps(), log: quiet });
  const url = `mqtt://127.0.0.1:${own.port}`;
  const client = await mqtt.connectAsync(url, { password: mine.token, username: "G1", reconnectPeriod: 0 }, false);
  await client.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  const ended = closed(client);
  await end(client);
  await ended;
  // All connections are over after this.
  await own.stop();
  expect(quiet.messages).toEqual([]);
});

test("logs unknown devices of a heartbeat as a warning with the topic", async () => {
  const warnings = vi.spyOn(log, "warn");
  const client = await connect(mine);
  await client.publishAsync(topicOf(mine, "heartbeat"), '{"meters":[{"serial":"M9"}]}', { qos: 1 });
  expect(warnings.mock.calls.map(([, what]) => what)).toEqual([
    expect.stringMatching(/^dripline\/\d+\/G1\/heartbeat: .*meter M9 was rejected.*inventory/),
  ]);
  warnings.mockRestore();
});

test("accepts only gateway tokens", async () => {
  const wrong = { ...mine, token: `${mine.token.slice(0, -1)}~` };
  for (const gateway of [
    wrong,
    { ...mine, token: "" },
    { ...mine, token: `dlg_${other.tokenId}_${mine.token.slice(-43)}` },
  ]) {
    await expect(connect(gateway)).rejects.toThrow(/Not authorized/);
  }
});

test.each([
  ["another property's", () => topicOf(other)],
  ["another gateway's", () => `dripline/${mine.propertyId}/G2/readings`],
  ["nobody's", () => "some/where"],
  ["the broker's own", () => "$SYS/broker/readings"],
  ["a deeper", () => `${topicOf(mine)}/more`],
  ["an unfinished", () => `dripline/${mine.propertyId}/G1`],
])("publishing on %s topic closes the connection and stores nothing", async (_whose, topic) => {
  const client = await connect(mine);
  const ended = closed(client);
  client.publish(topic(), reading(0), { qos: 1 });
  await ended;
  expect([await storedHours(mine), await storedHours(other)]).toEqual([0, 0]);
});

test("rejects meters of another property on any topic", async () => {
  await sql`update meters set serial_number = 'OTHER' where property_id = ${other.propertyId}`.execute(
    site.connections.worker,
  );
  await sql`update properties set inventory_version = 2 where id = ${other.propertyId}`.execute(
    site.connections.worker,
  );
  const client = await connect(mine);
  await client.publishAsync(topicOf(mine), reading(0).replace("M1", "OTHER"), { qos: 1 });
  expect([await rejectedCodes(mine), await storedHours(other)]).toEqual([["unknown_serial"], 0]);
});

test.each([
  ["a serial number with NUL", { routers: [{ serial: "R1\0" }] }, ["invalid_fields"]],
  ["half of a surrogate pair", { meters: [{ serial: "M1\ud800" }] }, ["invalid_fields"]],
  ["times of the year 0", { sent_at: "0000-01-01T00:00:00Z", meters: [{ serial: "M1" }] }, []],
  ["a clock that was never set", { meters: [{ serial: "M1", last_seen_at: "0001-01-01T00:00:00+01:00" }] }, []],
])("a heartbeat with %s blocks nothing after it", async (_what, beat, codes) => {
  const client = await connect(mine);
  await client.publishAsync(topicOf(mine, "heartbeat"), JSON.stringify(beat), { qos: 1 });
  await client.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  expect([await rejectedCodes(mine), await storedHours(mine)]).toEqual([codes, 1]);
});

test("keeps a message that fails for an unknown reason as rejected, so that it blocks nothing after it", async () => {
  const client = await connect(mine);
  await sql`alter table changes rename to changes_away`.execute(site.connections.owner);
  try {
    await client.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  } finally {
    await sql`alter table changes_away rename to changes`.execute(site.connections.owner);
  }
  await client.publishAsync(topicOf(mine), reading(1), { qos: 1 });
  expect([await rejectedCodes(mine), await storedHours(mine)]).toEqual([["failed"], 1]);
});

test("rejects subscriptions", async () => {
  const client = await connect(mine);
  for (const filter of [
    "#",
    "dripline/#",
    "+/+/+/readings",
    "$SYS/#",
    topicOf(other),
    topicOf(mine),
    "$share/a/dripline/#",
  ]) {
    const granted = await client.subscribeAsync(filter, { qos: 1 }).then(
      (list) => list.map((one) => one.qos),
      () => "rejected",
    );
    expect([filter, granted]).toEqual([filter, "rejected"]);
  }
});

test("revoking a token closes its connection within a second, and rejects new ones", async () => {
  const [revoked, stays] = [await connect(mine), await connect(other)];
  const ended = closed(revoked);
  await sql`update gateway_tokens set revoked_at = now() where id = ${mine.tokenId}`.execute(site.connections.worker);
  const began = performance.now();
  await ended;
  expect(performance.now() - began).toBeLessThan(1000);
  await expect(connect(mine)).rejects.toThrow(/Not authorized/);
  await stays.publishAsync(topicOf(other), reading(0), { qos: 1 });
});

test("rejects a message right after the token was revoked", async () => {
  const client = await connect(mine);
  const ended = closed(client);
  await sql`update gateway_tokens set revoked_at = now() where id = ${mine.tokenId}`.execute(site.connections.worker);
  client.publish(topicOf(mine), reading(0), { qos: 1 });
  await ended;
  expect(await storedHours(mine)).toBe(0);
});

test("ignores last wills, also on other topics", async () => {
  for (const gateway of [other, mine]) {
    const will = { topic: topicOf(gateway), payload: Buffer.from(reading(3)), qos: 1 as const, retain: true };
    const client = await connect(mine, { will });
    const ended = closed(client);
    client.stream.destroy();
    await ended;
  }
  const client = await connect(mine);
  await client.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  expect([await storedHours(mine), await storedHours(other)]).toEqual([1, 0]);
});

test("a client with another gateway's id does not close that gateway's connection", async () => {
  const first = await connect(mine, { clientId: "same" });
  await connect(other, { clientId: "same" });
  await first.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  // Its own second one does.
  const ended = closed(first);
  await connect(mine, { clientId: "same" });
  await ended;
});

test("closes the connection on an oversized packet, but accepts 10,000 readings", async () => {
  const client = await connect(mine);
  const hours = Array.from({ length: 10_000 }, (_, hour) => reading(hour - 10_000));
  await client.publishAsync(topicOf(mine), `[${hours.join(",")}]`, { qos: 1 });
  expect(await storedHours(mine)).toBe(10_000);
  const ended = closed(client);
  client.publish(topicOf(mine), Buffer.alloc(3 * 1024 * 1024, 0x20), { qos: 1 });
  await ended;
});

test("acknowledges nothing without the database, and does not reject the token", async () => {
  const client = await connect(mine, { reconnectPeriod: 100, reconnectOnConnackError: true });
  await client.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  await postgres.stop();
  let isAnswered = false;
  const sent = client.publishAsync(topicOf(mine), reading(1), { qos: 1 }).then(() => {
    isAnswered = true;
  });
  await closed(client);
  await expect(connect(mine)).rejects.toThrow(/Server unavailable/);
  expect(isAnswered).toBe(false);
  await postgres.start();
  await sent;
  expect(await storedHours(mine)).toBe(2);
});

test.skipIf(!existsSync("/usr/bin/openssl"))("encrypts the connection with a certificate", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dripline-tls-"));
  const [certFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  const args = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 2".split(
    " ",
  );
  execFileSync("/usr/bin/openssl", [...args, "-keyout", keyFile, "-out", certFile], { stdio: "ignore" });
  const tls = { cert: await readFile(certFile), key: await readFile(keyFile) };
  const encrypted = await startBroker({ host: "127.0.0.1", port: 0, tls }, deps());
  const options = { password: mine.token, username: "G1", reconnectPeriod: 0, ca: tls.cert };
  const client = await mqtt.connectAsync(`mqtts://localhost:${encrypted.port}`, options, false);
  await client.publishAsync(topicOf(mine), reading(0), { qos: 1 });
  await client.endAsync(true);
  const plain = mqtt.connectAsync(`mqtt://127.0.0.1:${encrypted.port}`, { ...options, connectTimeout: 2000 }, false);
  await expect(plain).rejects.toThrow();
  await encrypted.stop();
  await rm(folder, { recursive: true, force: true });
  expect(await storedHours(mine)).toBe(1);
});
