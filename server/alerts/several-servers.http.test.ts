import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { alertCalls } from "../../contract/leaks/alerts.ts";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { noteRefreshed } from "../metering/roll-up/grow-figures.ts";
import { signalRefreshed } from "../metering/signal.ts";
import { addLeak } from "../reporting/testing/hours.ts";
import {
  addMeter,
  addOrganization,
  addProperty,
  addUnit,
  type TestMeter,
  type TestProperty,
} from "../reporting/testing/places.ts";
import { type ScopedApp, scopedApp } from "../testing/scoped-app.ts";
import { propertiesBehind, updateAlerts } from "./update-alerts.ts";
import { startAlerts } from "./watcher.ts";

let site: ScopedApp;
let trees: number;
let oak: TestProperty;
let home: TestMeter;

beforeAll(async () => {
  // 07:00 on 20 June in Chicago: the last complete day is the 19th.
  site = await scopedApp("2026-06-20T12:00:00Z");
  const { connections } = site;
  trees = await addOrganization(connections, "Trees", 0.02);
  oak = await addProperty(connections, { name: "Oak", organization_id: trees, time_zone: "America/Chicago" });
  home = await addMeter(connections, await addUnit(connections, oak, "A", "101"), "SPOE", "S1");
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const table of ["alerts", "leaks", "leak_cases", "leak_case_events", "occupancy", "leak_repairs"]) {
    await sql`delete from ${sql.table(table)}`.execute(site.connections.worker);
  }
});

const update = () => updateAlerts(site.connections, oak.id, () => site.clock.now);

async function kinds(): Promise<string[]> {
  const scope = { organizationIds: [trees], propertyIds: [oak.id] };
  const answer = await site.ask(scope, "GET", "/v1/alerts?page_size=50");
  return alertCalls["GET /v1/alerts"].response.parse(answer.json()).results.map(({ kind }) => kind);
}

const putVacant = (unit: string) =>
  site.ask({ propertyIds: [oak.id] }, "PUT", `/v1/properties/${oak.id}/occupancy`, {
    as_of: "2026-06-19",
    rows: [{ unit, status: "vacant" }],
  });

test("two workers at once open one alert", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-19T12:00:00Z", gallons_total: 90_000 });
  const { owner } = site.connections;
  // No alert can be written until both have run as far as they can.
  const working = await owner.transaction().execute(async (tx) => {
    await sql`lock table alerts in share mode`.execute(tx);
    const started = Promise.all([update(), update()]);
    await vi.waitFor(
      async () => {
        const waiting = await sql<{ count: number }>`
          select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
        expect(waiting.rows[0]?.count).toBe(2);
      },
      { timeout: 30_000, interval: 20 },
    );
    return { started };
  });
  const results = await working.started;
  expect(results.reduce((sum, { opened }) => sum + opened, 0)).toBe(1);
  expect(await kinds()).toHaveLength(1);
});

test("does not repeat what another server has brought up to date", async () => {
  await update();
  expect(await propertiesBehind(site.connections)).not.toContain(oak.id);
  await addLeak(site.connections, home, { started_at: "2026-06-19T12:00:00Z", gallons_total: 90_000 });
  const behind = () => updateAlerts(site.connections, oak.id, () => site.clock.now, "behind");
  expect(await behind()).toEqual({ opened: 0, closed: 0 });
  await site.connections.worker.transaction().execute((tx) => noteRefreshed(tx, oak.id));
  expect(await propertiesBehind(site.connections)).toContain(oak.id);
  expect(await behind()).toEqual({ opened: 1, closed: 0 });
  expect(await propertiesBehind(site.connections)).not.toContain(oak.id);
});

test("another server handles marks and occupancy if the one that received them is gone", async () => {
  const manager = { organizationIds: [trees], propertyIds: [oak.id] };
  await addLeak(site.connections, home, { started_at: "2026-06-18T12:00:00Z", gallons_total: 90_000 });
  await update();
  const repair = { property_id: oak.id, meter: "S1", repaired_at: "2026-06-20T09:00:00Z" };
  const created = await site.ask(manager, "POST", "/v1/leaks/repaired", repair);
  expect(await propertiesBehind(site.connections)).toContain(oak.id);
  await update();
  const { id } = leakCalls["POST /v1/leaks/repaired"].response.parse(created.json());
  await site.ask(manager, "DELETE", `/v1/leaks/repaired/${id}`);
  expect(await propertiesBehind(site.connections)).toContain(oak.id);
  await update();
  await putVacant("101");
  expect(await propertiesBehind(site.connections)).toContain(oak.id);
  await update();
  // A file of which nothing was stored changes nothing.
  await putVacant("nowhere");
  expect(await propertiesBehind(site.connections)).not.toContain(oak.id);
});

test("checks all properties at startup, then those that were refreshed", async () => {
  await addLeak(site.connections, home, { started_at: "2026-06-19T12:00:00Z", gallons_total: 90_000 });
  const failed = vi.fn();
  const watcher = startAlerts(site.connections, () => site.clock.now, failed);
  await vi.waitFor(async () => expect(await kinds()).toEqual(["leak opened"]), { timeout: 30_000, interval: 50 });
  await watcher.stop();
  expect(failed).not.toHaveBeenCalled();
  // After its end it listens no more.
  signalRefreshed(oak.id);
});
