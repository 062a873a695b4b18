import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig } from "../config.ts";
import { addTestProperty, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { freePort } from "../mqtt/testing/mosquitto.ts";
import { type Server, startServer } from "../start-server.ts";
import { freshDatabase } from "../testing/fresh-database.ts";

const folder = mkdtempSync(join(tmpdir(), "dripline-metrics-"));
let database: Awaited<ReturnType<typeof freshDatabase>>;
let server: Server;
let gateway: TestGateway;
let address: string;

beforeAll(async () => {
  database = await freshDatabase();
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SESSION_SECRET: "not a secret, for one test run only",
    PORT: "0",
    LOG_LEVEL: "silent",
    METRICS_PORT: `${port}`,
  });
  server = await startServer(config, () => {});
  const meter = { unit: "1", attachedTo: "SPOE", registerFactor: null, serial: "A-1" } as const;
  gateway = await addTestProperty(server.connections, "America/New_York", [meter]);
});

afterAll(async () => {
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const DEPLOY = join(import.meta.dirname, "../../deploy");
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() })),
});
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});

/** The values of all series by their name and labels. */
async function metrics(): Promise<Map<string, number>> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}

function post(body: object[]) {
  return fetch(`${server.url}/v1/ingest/readings`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

test("counts readings by source and outcome", async () => {
  const hour = (serial: string, at: string) => ({ serial, hour: at, gallons: 1 });
  const one = hour("A-1", "2026-05-01T10:00:00Z");
  await post([one, hour("A-1", "2026-05-01T11:00:00Z"), hour("nobody's", "2026-05-01T10:00:00Z")]);
  await post([one]);
  await vi.waitFor(
    async () => {
      const seen = await metrics();
      expect(seen.get('dripline_readings_received_total{way="http"}')).toBe(4);
      expect(seen.get('dripline_readings_total{way="http",outcome="stored"}')).toBe(2);
      expect(seen.get('dripline_readings_total{way="http",outcome="duplicate"}')).toBe(1);
      expect(seen.get('dripline_readings_total{way="http",outcome="rejected"}')).toBe(1);
      expect(seen.get('dripline_readings_total{way="mqtt",outcome="stored"}')).toBe(0);
      expect(seen.get("dripline_database_up")).toBe(1);
      expect(seen.get("dripline_refresh_waiting")).toBeTypeOf("number");
    },
    { timeout: 30_000 },
  );
});

test("counts requests by route, never by URL", async () => {
  await fetch(`${server.url}/v1/properties/4711/imports?page=secret`);
  await fetch(`${server.url}/v1/nothing/secret`);
  const seen = await metrics();
  const count = (labels: string) => seen.get(`dripline_http_request_seconds_count{${labels}}`);
  expect(count('method="GET",route="/v1/properties/:property_id/imports",status="4xx"')).toBe(1);
  expect(count('method="GET",route="none",status="4xx"')).toBe(1);
  expect([...seen.keys()].filter((name) => name.includes("4711") || name.includes("secret"))).toEqual([]);
});

test("reports database connections, process and version", async () => {
  const seen = await metrics();
  expect(seen.get('dripline_database_connections_most{role="app"}')).toBe(12);
  expect(seen.get('dripline_database_waiting{role="worker"}')).toBe(0);
  expect(seen.get('dripline_database_connections{role="owner",state="in use"}')).toBe(0);
  expect(seen.get("process_resident_memory_bytes")).toBeGreaterThan(1e7);
  expect([...seen.keys()].some((name) => /^dripline_build_info\{version="\d+\.\d+\.\d+",/.test(name))).toBe(true);
});

test("serves nothing else on the metrics port, and no metrics on the other", async () => {
  expect((await fetch(`${address}/`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: "POST" })).status).toBe(404);
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain("dripline_build_info");
});

test("dashboard and alert rules query only existing metrics and labels", async () => {
  const { panels } = dashboard.parse(JSON.parse(readFileSync(join(DEPLOY, "grafana/dripline.json"), "utf8")));
  const { groups } = rules.parse(parse(readFileSync(join(DEPLOY, "prometheus/alerts.yaml"), "utf8")));
  const queries = [...panels.flatMap(({ targets = [] }) => targets), ...groups.flatMap((group) => group.rules)].map(
    ({ expr }) => expr,
  );
  const served = [...(await metrics()).keys()];
  const names = new Set(served.map((series) => series.replace(/\{.*/s, "")));
  const labels = new Set([...served.join("\n").matchAll(/[{,](\w+)="/g)].map((match) => match[1]));
  // Those that Prometheus adds.
  const ofPrometheus = ["job", "instance"];
  const own = queries.flatMap((expr) => expr.match(/\b(dripline|process|nodejs)_\w+/g) ?? []);
  expect(own.length).toBeGreaterThan(30);
  expect(own.filter((name) => !names.has(name))).toEqual([]);
  const usedLabels = queries.flatMap((expr) => [
    ...[...expr.matchAll(/(\w+)(?:=|=~|!=)"/g)].map((match) => match[1] ?? ""),
    ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap((match) => (match[1] ?? "").split(", ")),
  ]);
  expect(usedLabels.filter((label) => !labels.has(label) && !ofPrometheus.includes(label))).toEqual([]);
  // Each metric of our own is used somewhere.
  const ours = [...names].filter((name) => name.startsWith("dripline_") && !/_(sum|count|bucket)$/.test(name));
  expect(ours.filter((name) => !own.includes(name))).toEqual([]);
});
