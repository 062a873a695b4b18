import fc from "fast-check";
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connections, connect } from "../database/connect.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { freshDatabase } from "../testing/fresh-database.ts";
import { DAY_MS } from "../time/durations.ts";
import { localDay } from "../time/local-day.ts";
import { refreshAll } from "./refresh-all.ts";
import { refreshProperty } from "./refresh-property.ts";
import { derivedRows } from "./testing/derived-rows.ts";
import { readingsOf, type Story, story, storyMeters } from "./testing/meter-stories.ts";

let database: { url: string; drop: () => Promise<void> };
let site: IngestSite;
let generated: Story;
let readings: object[];

beforeAll(async () => {
  database = await freshDatabase();
  site = await openIngestSite(database);
  const stories = fc.sample(story, { seed: 3, numRuns: 20 });
  const longest = stories.toSorted((a, b) => readingsOf(b).length - readingsOf(a).length)[0];
  if (longest === undefined) throw new Error("No story was told.");
  generated = longest;
  readings = readingsOf(generated);
  site.clock.now = localDay(generated.timeZone, generated.firstDay).startsAt + 40 * DAY_MS;
});
afterAll(async () => {
  await site?.close();
  await database?.drop();
});

const clock = () => site.clock.now;

/** A property with some readings processed, and others, late ones among them, that wait. */
async function waitingProperty(): Promise<TestGateway> {
  const gateway = await site.addProperty(generated.timeZone, storyMeters);
  await site.send(
    gateway,
    readings.filter((_, i) => i % 3 !== 0 && i < readings.length * 0.8),
  );
  await site.refresh();
  await site.send(gateway, readings);
  return gateway;
}

class Killed extends Error {}

/** The same connections, but the worker's `last`-th statement never comes. */
function dyingAt(connections: Connections, last: number): Connections {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (++statements >= last) throw new Killed();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { ...connections, worker: connections.worker.withPlugin(plugin) };
}

test("a refresh that fails before any of its statements changes nothing, and the next one completes", async () => {
  const clean = await site.addProperty(generated.timeZone, storyMeters);
  await site.send(clean, readings);
  await site.refresh();
  const { propertyId } = await waitingProperty();
  const before = await derivedRows(site.connections, propertyId);
  let deaths = 0;
  for (let last = 1; ; last++) {
    try {
      await refreshProperty(dyingAt(site.connections, last), propertyId, clock);
      break;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      deaths++;
      expect(await derivedRows(site.connections, propertyId)).toEqual(before);
    }
  }
  expect(deaths).toBeGreaterThan(15);
  await site.refresh();
  const expected = await derivedRows(site.connections, clean.propertyId);
  expect(expected.some((line) => line.startsWith("leak "))).toBe(true);
  expect(await derivedRows(site.connections, propertyId)).toEqual(expected);
});

test("only one of several concurrent refreshes works", async () => {
  const { propertyId } = await waitingProperty();
  const servers = Array.from({ length: 4 }, () => connect(database.url));
  const results = await Promise.all(servers.map((server) => refreshProperty(server, propertyId, clock)));
  expect(results.filter((result) => result !== null && result.done > 0)).toEqual([
    { done: storyMeters.length, left: 0 },
  ]);
  await Promise.all(servers.map((server) => server.close()));
});

test("concurrent servers give the same result as one", async () => {
  const clean = await site.addProperty(generated.timeZone, storyMeters);
  await site.send(clean, readings);
  await site.refresh();
  const properties = await Promise.all(Array.from({ length: 4 }, waitingProperty));
  const servers = Array.from({ length: 3 }, () => connect(database.url));
  await Promise.all(servers.map((server) => refreshAll(server, clock)));
  const expected = await derivedRows(site.connections, clean.propertyId);
  for (const { propertyId } of properties) {
    expect(await derivedRows(site.connections, propertyId)).toEqual(expected);
  }
  await Promise.all(servers.map((server) => server.close()));
});

test("an archived property waits without using a worker", async () => {
  const { propertyId } = await waitingProperty();
  const { worker } = site.connections;
  await worker.updateTable("properties").set({ archived_at: new Date() }).where("id", "=", propertyId).execute();
  await site.refresh();
  const waiting = worker.selectFrom("changes").selectAll().where("property_id", "=", propertyId);
  expect(await waiting.execute()).not.toEqual([]);
  await worker.updateTable("properties").set({ archived_at: null }).where("id", "=", propertyId).execute();
  await site.refresh();
  expect(await waiting.execute()).toEqual([]);
});
