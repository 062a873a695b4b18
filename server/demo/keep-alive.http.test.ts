import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { demoPortfolio } from "../../simulator/portfolio.ts";
import { CountRow, queryRow } from "../database/query-rows.ts";
import { scopedApp } from "../testing/scoped-app.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { keepDemoAlive } from "./keep-alive.ts";
import { loadDemo } from "./load-demo.ts";
import { demoPlaces } from "./places.ts";
import { keepDemoProgress, readDemoProgress } from "./progress.ts";

const NOW = Date.parse("2026-06-10T12:00:00Z");
const loadedOn = Math.floor(NOW / DAY_MS);

async function openSite() {
  const site = await scopedApp(new Date(NOW).toISOString());
  onTestFinished(() => site.close());
  const { worker } = site.connections;
  const count = async (table: string, propertyId: number) =>
    (
      await queryRow(worker, CountRow)`
      select count(*) as count from ${sql.table(table)} where property_id = ${propertyId}`
    )?.count;
  return { site, connections: site.connections, worker, count };
}

test("an archived property and a renamed gateway stop no other simulated gateway", async () => {
  const { site, connections, worker, count } = await openSite();
  const [organization] = demoPortfolio(2, loadedOn);
  if (organization === undefined) throw new Error("The demo has no organization.");
  const three = [{ ...organization, properties: organization.properties.slice(0, 3) }];
  const [archived = 0, renamed = 0, other = 0] = (await demoPlaces(connections, three)).map((one) => one.propertyId);
  await keepDemoProgress(connections, { loadedOn, until: NOW - 6 * HOUR_MS, tokenIds: [], propertyIds: {} });
  await sql`update properties set archived_at = now() where id = ${archived}`.execute(worker);
  await sql`update gateways set serial_number = serial_number || '-B' where property_id = ${renamed}`.execute(worker);
  const errors: unknown[] = [];
  const stop = keepDemoAlive(
    connections,
    await demoPlaces(connections, three),
    await site.listen(),
    () => NOW,
    (error) => errors.push(error),
  );
  onTestFinished(stop);
  await vi.waitFor(async () => {
    expect(errors).toEqual([]);
    expect((await readDemoProgress(connections))?.until).toBe(NOW);
  }, 60_000);
  expect(await count("meter_days", archived)).toBe(0);
  expect(await count("meter_days", renamed)).toBe(0);
  expect(await count("meter_days", other)).toBeGreaterThan(0);
});

test("a start finds properties and organizations of the demo that were renamed, and makes no others", async () => {
  const { connections, worker } = await openSite();
  const places = await demoPlaces(connections, demoPortfolio(2, loadedOn));
  await keepDemoProgress(connections, { loadedOn, until: NOW, tokenIds: [], propertyIds: {} });
  const start = () =>
    loadDemo(
      connections,
      () => NOW,
      () => {},
    );
  await start();
  await sql`update properties set name = 'Renamed ' || name`.execute(worker);
  await sql`update organizations set name = 'Renamed ' || name`.execute(worker);
  const found = await start();
  expect(found.map(({ propertyId }) => propertyId)).toEqual(places.map(({ propertyId }) => propertyId));
  expect(found.map(({ meterIds }) => meterIds)).toEqual(places.map(({ meterIds }) => meterIds));
  const counted = async (table: string) =>
    (await queryRow(worker, CountRow)`select count(*) as count from ${sql.table(table)}`)?.count;
  expect([await counted("properties"), await counted("organizations")]).toEqual([15, 3]);
});
