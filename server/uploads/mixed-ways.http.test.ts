// Covers data-4

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { sql } from "kysely";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { isDatabaseDown } from "../database/is-database-down.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { refreshAll } from "../metering/refresh-all.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { type MeterStory, readingsOf, storyMeters } from "../metering/testing/meter-stories.ts";
import { type StoryRow, storyRow } from "../metering/testing/story-decisions.ts";
import { type Broker, startBroker } from "../mqtt/broker.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import type { ImportDeps } from "./run-import.ts";
import { takeUploads } from "./take-uploads.ts";
import { type FolderWatch, watchFolder } from "./watch-folder.ts";

const SEED = Number(process.env.FC_SEED ?? 20260501);
const TIME_ZONE = "America/New_York";
/** 90 days, in which the clocks change. */
const FIRST_DAY = Date.parse("2026-02-01") / 86_400_000;
const NOW = Date.parse("2026-05-04T12:00:00Z");
const meters = storyMeters.slice(0, 3);

let site: ScopedApp;
let root: string;
let broker: Broker;
let watch: FolderWatch;
let files = 0;

beforeAll(async () => {
  site = await scopedApp(new Date(NOW).toISOString());
  root = await mkdtemp(join(tmpdir(), "dripline-mixed-"));
  const { connections } = site;
  const log = { info: () => {}, warn: () => {} };
  broker = await startBroker(
    { host: "127.0.0.1", port: 0, tls: null },
    { connections, clock: () => site.clock.now, log, isDatabaseDown },
  );
  watch = watchFolder(root, deps(), (sentence) => {
    throw new Error(sentence);
  });
});
afterAll(async () => {
  await broker?.stop();
  await site?.close();
  await rm(root, { recursive: true, force: true });
});

function deps(): ImportDeps {
  const onError = (error: unknown) => {
    throw error;
  };
  const { connections, clock } = site;
  return { connections, clock: () => clock.now, stop: new AbortController().signal, isDatabaseDown, onError };
}

/** A home with a leak, hours that never came, lumps, conflicting values, and a register that falls and jumps. */
function ninetyDays(): StoryRow[] {
  const stretch = (kind: MeterStory["stretches"][0]["kind"], hours: number, level = 1500, minutes = 60) => ({
    ...{ kind, hours, level, minutes, shiftSeconds: 0, lost: 1000, both: false },
  });
  const stretches = [
    stretch("home", 400),
    stretch("leak", 200),
    stretch("silent", 5),
    stretch("home", 160),
    stretch("home", 140, 1500, 15),
    stretch("lump", 9),
    stretch("leak", 200, 4000, 30),
    stretch("leak", 60, 4000, 5),
    stretch("away", 200),
    stretch("home", 786),
  ];
  const conflicts = Array.from({ length: 40 }, (_, i) => ({ at: i * 97, gallons: i % 21, sequence: i % 3 }));
  const odd = [
    { at: 300, what: "dip" as const, times: 2 },
    { at: 700, what: "jump" as const, times: 1 },
    { at: 1200, what: "reset" as const, times: 4 },
  ];
  const meterStory = (minutes: number): MeterStory => ({ stretches, conflicts, minutes, odd });
  const story = { timeZone: TIME_ZONE, firstDay: FIRST_DAY, meters: meters.map(() => meterStory(60)) };
  return readingsOf({ ...story, decided: [], swappedAfter: null }).map((row) => storyRow.parse(row));
}

const ways = ["json", "ndjson", "mqtt", "upload", "folder"] as const;
type Way = (typeof ways)[number];

async function post(gateway: TestGateway, body: string | Buffer, more: Record<string, string>) {
  const authorization = `Bearer ${gateway.token}`;
  const answer = await site.ask({}, "POST", "/v1/ingest/readings", body, { authorization, ...more });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  expect(ingestAnswer.parse(answer.json()).rejected).toBe(0);
}

const send: Record<Way, (gateway: TestGateway, rows: StoryRow[]) => Promise<void>> = {
  json: (gateway, rows) => post(gateway, JSON.stringify(rows), { "content-type": "application/json" }),
  ndjson: (gateway, rows) => {
    const lines = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return post(gateway, lines, { "content-type": "application/x-ndjson", "content-encoding": "gzip" });
  },
  mqtt: async (gateway, rows) => {
    const signIn = { username: "G1", password: gateway.token, reconnectPeriod: 0 };
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, signIn);
    await client.publishAsync(`dripline/${gateway.propertyId}/G1/readings`, JSON.stringify(rows), { qos: 1 });
    await client.endAsync();
  },
  upload: async ({ propertyId }, rows) => {
    const path = `/v1/properties/${propertyId}/imports`;
    for (const csv of csvOf(rows)) {
      const headers = { "content-type": "text/csv" };
      const answer = await site.ask({ propertyIds: [propertyId] }, "POST", path, csv, headers);
      expect(answer.status, answer.text).toBe(202);
    }
    await takeUploads(deps(), site.uploads);
  },
  folder: async ({ propertyId }, rows) => {
    const folder = join(root, String(propertyId));
    await mkdir(folder, { recursive: true });
    for (const csv of csvOf(rows)) await writeFile(join(folder, `${++files}.csv.gz`), gzipSync(csv));
    await watch.look();
    site.clock.now += 5000;
    await watch.look();
    expect(await readdir(folder)).not.toContain("rejected");
  },
};

/** Hours, intervals and registers go into files of their own. */
function csvOf(rows: StoryRow[]): string[] {
  const hours = rows.flatMap((row) =>
    "hour" in row
      ? [[row.serial, row.hour, row.gallons, row.flow_time, row.events, row.hours, row.sequence].join(",")]
      : [],
  );
  const intervals = rows.flatMap((row) =>
    "started_at" in row
      ? [[row.serial, row.started_at, row.minutes, row.gallons, row.flow_time, row.events, row.sequence].join(",")]
      : [],
  );
  const registers = rows.flatMap((row) =>
    "register" in row ? [[row.serial, row.read_at, row.register, row.sequence].join(",")] : [],
  );
  const file = (header: string, lines: string[]) => (lines.length === 0 ? [] : [`${header}\n${lines.join("\n")}\n`]);
  return [
    ...file("serial,hour,gallons,flow_time,events,hours,sequence", hours),
    ...file("serial,started_at,minutes,gallons,flow_time,events,sequence", intervals),
    ...file("serial,read_at,register_own_unit,sequence", registers),
  ];
}

/** Parts of the readings, overlapping and out of order, each by some way; some come again by another. */
const journey = fc.record({
  seed: fc.integer(),
  parts: fc.array(
    fc.record({
      way: fc.constantFrom(...ways),
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      share: fc.double({ min: 0.02, max: 0.4, noNaN: true }),
      refreshed: fc.boolean(),
    }),
    { minLength: 6, maxLength: 10 },
  ),
});

test("gives the same results whatever sources deliver the readings, overlapping, repeated and out of order", async () => {
  const rows = ninetyDays();
  const clean = await addTestProperty(site.connections, TIME_ZONE, meters);
  for (let from = 0; from < rows.length; from += 1000) await send.json(clean, rows.slice(from, from + 1000));
  await refreshAll(site.connections, () => NOW);
  const expected = await derivedRows(site.connections, clean.propertyId);
  for (const what of ["leak ", "superseded ", "finding ", "quarantined "]) {
    expect(expected.filter((line) => line.startsWith(what)).length, what).toBeGreaterThan(0);
  }
  await fc.assert(
    fc.asyncProperty(journey, async ({ seed, parts }) => {
      const mixed = await addTestProperty(site.connections, TIME_ZONE, meters);
      const shuffled = [...rows].sort((a, b) => scatter(a, seed) - scatter(b, seed));
      // Rows that the parts leave out are sent by each way, one after another.
      const rest = ways.map((way, i) => ({ way, from: i / 5, share: 0.25, refreshed: false }));
      for (const { way, from, share, refreshed } of [...parts, ...rest]) {
        const begin = Math.floor(from * shuffled.length);
        const part = [...shuffled, ...shuffled].slice(begin, begin + Math.floor(share * shuffled.length));
        await send[way](mixed, part);
        if (refreshed) await refreshAll(site.connections, () => NOW);
      }
      await refreshAll(site.connections, () => NOW);
      expect(await derivedRows(site.connections, mixed.propertyId)).toEqual(expected);
      const rejected = await sql`select 1 from rejected_readings where property_id = ${mixed.propertyId}`.execute(
        site.connections.worker,
      );
      expect(rejected.rows).toEqual([]);
    }),
    { seed: SEED, numRuns: Number(process.env.FC_RUNS ?? 3), endOnFailure: true },
  );
}, 240_000);

/** A number from a reading that has nothing to do with its time. */
function scatter(row: StoryRow, seed: number): number {
  let hash = seed;
  for (const letter of JSON.stringify(row)) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return hash;
}
