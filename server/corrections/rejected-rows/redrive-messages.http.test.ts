import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseDown } from "../../database/is-database-down.ts";
import type { TestGateway } from "../../ingest/testing/ingest-site.ts";
import { takePublished } from "../../mqtt/take-published.ts";
import { keepLog } from "../../mqtt/testing/log.ts";
import { hourOf, openRepairSite, type RepairSite, seenRows } from "../testing/repair-site.ts";

let site: RepairSite;

beforeAll(async () => {
  site = await openRepairSite();
});

afterAll(() => site.close());

function publish(home: TestGateway, payload: string, gateway = "G1") {
  const { connections, clock } = site;
  const take = takePublished({ connections, clock: () => clock.now, log: keepLog(), isDatabaseDown });
  return take(`dripline/${home.propertyId}/${gateway}/readings`, Buffer.from(payload), false);
}

const hours = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, i) => ({ serial: "S", hour: hourOf(from + i), gallons: from + i + 1 }));
const codes = async (home: TestGateway) => (await site.list(home, "rejected-readings")).map(({ code }) => code);

test("reprocesses each reading of the messages of a gateway that was not in the inventory", async () => {
  const [late, right] = [await site.addHome(), await site.addHome()];
  const lines = hours(200, 202).map((row) => JSON.stringify(row));
  await publish(late, JSON.stringify(hours(0, 200)), "G9");
  await publish(late, lines.join("\n"), "G9");
  await publish(late, JSON.stringify({ readings: hours(202, 203) }), "G9");
  await sql`insert into gateways (property_id, serial_number) values (${late.propertyId}, 'G9')`.execute(
    site.connections.worker,
  );
  await site.repair(late, { kind: "redrive", where: { code: "unknown_gateway" } });
  await site.send(right, hours(0, 203));
  await site.refresh();
  expect(await seenRows(site, late)).toEqual(await seenRows(site, right));
  expect(await codes(late)).toEqual([]);
});

test("keeps what is no list of readings whole", async () => {
  const home = await site.addHome();
  await publish(home, "not json", "G9");
  await publish(home, '{"some":"thing"}', "G9");
  const rows = await site.list(home, "rejected-readings");
  expect(rows.map(({ code, raw }) => [code, raw]).sort()).toEqual([
    ["unknown_gateway", "not json"],
    ["unknown_gateway", '{"some":"thing"}'],
  ]);
});

test("reprocesses each reading of a message that failed for an unknown reason", async () => {
  const home = await site.addHome();
  await sql`alter table changes rename to changes_away`.execute(site.connections.owner);
  try {
    await publish(home, JSON.stringify(hours(0, 2)));
  } finally {
    await sql`alter table changes_away rename to changes`.execute(site.connections.owner);
  }
  expect(await codes(home)).toEqual(["failed", "failed"]);
  const made = await site.repair(home, { kind: "redrive", where: { code: "failed" } });
  expect(made.rejected_readings.map(({ status }) => status)).toEqual(["stored", "stored"]);
});

test("stores a message of more readings than a batch over HTTP may have", async () => {
  const home = await site.addHome();
  const minutes = Array.from({ length: 10_001 }, (_, i) => ({
    serial: "S",
    started_at: new Date(Date.parse("2026-05-20T05:00:00Z") + i * 60_000).toISOString(),
    minutes: 1,
    gallons: 1,
  }));
  await publish(home, JSON.stringify(minutes));
  await publish(home, minutes.map((row) => JSON.stringify(row)).join("\n"));
  expect(await codes(home)).toEqual([]);
  const stored = await sql`
    select sum(cardinality(interval_gallons))::int as n from meter_days where property_id = ${home.propertyId}`.execute(
    site.connections.worker,
  );
  expect(stored.rows).toEqual([{ n: 10_001 }]);
});
