import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leakCalls } from "../../contract/leaks/leaks.ts";
import { at, type LeakySite, leakySite } from "./testing/leaky-site.ts";

const MIGRATION = join(import.meta.dirname, "../database/migrations/0014_last_leaked.sql");

let site: LeakySite;
beforeAll(async () => {
  site = await leakySite(at(24));
});
afterAll(() => site?.app.close());

/** Gallons lost an hour, by meter and begin. */
async function rates() {
  const answer = await site.app.ask(site.ours.manager, "GET", "/v1/leaks?ordering=started_at");
  expect(answer.status, answer.text).toBe(200);
  const { results } = leakCalls["GET /v1/leaks"].response.parse(answer.json());
  return results.map(({ meter_serial_number, started_at, ended_at, gallons_per_hour }) => {
    return { meter_serial_number, started_at, ended_at, gallons_per_hour };
  });
}

async function kept() {
  const { rows } = await sql<{ last_leaked: number | null; last_hours: number | null; ended: boolean }>`
    select last_leaked, last_hours, ended_at is not null as ended from leaks where not suspected
    order by property_id, meter_id, started_at`.execute(site.app.connections.worker);
  return rows;
}

const forget = () => sql`update leaks set last_leaked = null, last_hours = null`.execute(site.app.connections.worker);

/** What the migration does for leaks that ended before it. */
async function backfill() {
  const text = await readFile(MIGRATION, "utf8");
  const statement = text.slice(text.indexOf("update leaks"), text.indexOf("reset role"));
  await sql.raw(statement).execute(site.app.connections.worker);
}

interface OnNodes {
  property_id: number;
  meter_id: number;
  started_at: Date;
  last_leaked: number | null;
  last_hours: number | null;
}

/** The migration is older than spread tables, so it never runs over them: what is forgotten there is put back by hand. */
function keptOnNodes() {
  return sql<OnNodes>`
    select property_id, meter_id, started_at, last_leaked, last_hours from leaks
    where to_regclass('pg_dist_partition') is not null`.execute(site.app.connections.worker);
}

async function putBack(leaks: readonly OnNodes[]) {
  for (const { property_id, meter_id, started_at, last_leaked, last_hours } of leaks) {
    await sql`
      update leaks set last_leaked = ${last_leaked}, last_hours = ${last_hours}
      where property_id = ${property_id} and meter_id = ${meter_id} and started_at = ${started_at}`.execute(
      site.app.connections.worker,
    );
  }
}

/** The rates stored with the leaks; asserts that recalculating them from the hours gives the same. */
async function keptAsHoursSay() {
  const [rows, reportedRates] = [await kept(), await rates()];
  const saved = await keptOnNodes();
  for (const { ended, last_hours } of rows) expect(last_hours !== null).toBe(ended);
  await forget();
  expect(await rates()).toEqual(reportedRates);
  await (saved.rows.length === 0 ? backfill() : putBack(saved.rows));
  expect(await kept()).toEqual(rows);
  return reportedRates.map(({ gallons_per_hour }) => gallons_per_hour);
}

/** A home and its toilet that leak from day 10 until day 14, the more the later in the day; the home again from day 17 on. */
function leaking(serial: string, day: number, hour: number): number {
  const leak = day >= 10 && day < 14 ? 0.5 + hour / 100 : 0;
  if (serial === "bath") return (hour === 9 ? 1.5 : 0) + leak;
  return (hour > 6 && hour < 19 ? (hour * 5) % 9 : 0) + leak + (day >= 17 ? 1 : 0);
}

test("stores a leak's final rate as its hours give it, also after late readings and longer leaks", async () => {
  const lacking = (day: number, hour: number) => day === 13 && hour > 3 && hour < 9;
  await site.send(site.ours, [0, 16], (...args) => (lacking(args[1], args[2]) ? null : leaking(...args)));
  const before = await keptAsHoursSay();
  expect(before).toHaveLength(2);
  // The hours that lacked come late, and with them more of the leak.
  await site.send(site.ours, [13, 14], (serial, day, hour) =>
    lacking(day, hour) ? leaking(serial, day, hour) + 0.2 : null,
  );
  expect(await keptAsHoursSay()).not.toEqual(before);
  // The home leaks again and goes on.
  await site.send(site.ours, [16, 24], leaking);
  expect(await keptAsHoursSay()).toHaveLength(3);
  expect((await kept()).map(({ ended }) => ended).toSorted()).toEqual([false, true, true]);
});
