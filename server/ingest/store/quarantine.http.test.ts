import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "../testing/ingest-site.ts";

const HOUR = "2026-05-31T10:00:00Z";
let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

/** Gallons an hour that each kind of point can pass, as the defaults have it. */
const most: [TestMeter["attachedTo"], number][] = [
  ["Toilet", 600],
  ["Water Heater", 900],
  ["SPOE", 1500],
  ["DPOE", 1500],
  ["Irrigation", 3600],
  ["Building", 24_000],
];

function newGateway(): Promise<TestGateway> {
  return site.addProperty(
    "Etc/UTC",
    most.map(([attachedTo], i) => {
      const unit = attachedTo === "Building" || attachedTo === "Irrigation" ? null : `${i}`;
      return { serial: attachedTo, unit, attachedTo, registerFactor: null };
    }),
  );
}

async function quarantined({ propertyId }: TestGateway) {
  const rows = await sql<{ serial: string; gallons: number; most: number; hours: number }>`
    select m.serial_number as serial, q.gallons, q.most, q.hours from quarantined_readings q
    join meters m on m.property_id = q.property_id and m.id = q.meter_id
    where q.property_id = ${propertyId} order by m.id, q.gallons`.execute(site.connections.worker);
  return rows.rows;
}

async function counted({ propertyId }: TestGateway): Promise<number> {
  await site.refresh();
  const rows = await sql<{ gallons: number }>`
    select coalesce(sum(gallons_total), 0)::float8 as gallons from meter_days
    where property_id = ${propertyId}`.execute(site.connections.worker);
  return rows.rows[0]?.gallons ?? -1;
}

test.each(most)("a %s passes %i gallons in an hour; more is quarantined and reported", async (serial, limit) => {
  const gateway = await newGateway();
  const answer = await site.send(gateway, [
    { serial, hour: HOUR, gallons: limit + 0.001 },
    { serial, hour: "2026-05-31T11:00:00Z", gallons: limit },
  ]);
  expect(answer).toMatchObject({ received: 2, stored: 2, duplicate: 0, rejected: 0 });
  expect(answer.rows[0]).toMatchObject({ row: 1, status: "stored", code: "quarantined" });
  expect(answer.rows[0]?.reason).toMatch(/^Row 1: [\d,.]+ gallons in an hour is more than the [\d,]+ that meter/);
  expect(answer.rows[1]).toEqual({ row: 2, status: "stored" });
  expect(await quarantined(gateway)).toEqual([{ serial, gallons: limit * 1000 + 1, most: limit * 1000, hours: 1 }]);
  expect(await counted(gateway)).toBe(limit * 1000);
});

test("a repeated quarantined volume is a duplicate, another value is not", async () => {
  const gateway = await newGateway();
  const row = { serial: "SPOE", hour: HOUR, gallons: 5000, flow_time: 60 };
  expect(await site.send(gateway, [row, row])).toMatchObject({ stored: 1, duplicate: 1 });
  expect(await site.send(gateway, [row, { ...row, flow_time: 59 }])).toMatchObject({ stored: 1, duplicate: 1 });
  expect(await site.send(gateway, [{ ...row, gallons: 5 }])).toMatchObject({ stored: 1 });
  expect(await quarantined(gateway)).toHaveLength(2);
  expect(await counted(gateway)).toBe(5000);
});

test("limits a volume over several hours by what the point can pass in all of them", async () => {
  const gateway = await newGateway();
  const lump = { serial: "SPOE", hour: HOUR, gallons: 4 * 1500, hours: 4 };
  expect((await site.send(gateway, [lump])).rows).toEqual([{ row: 1, status: "stored" }]);
  expect((await site.send(gateway, [{ ...lump, gallons: 4 * 1500 + 1 }])).rows[0]?.code).toBe("quarantined");
  expect(await counted(gateway)).toBe(6_000_000);
});

test("applies an organization's own limits from when they are set", async () => {
  const { worker } = site.connections;
  const gateway = await newGateway();
  const first = { serial: "SPOE", hour: "2026-05-31T08:00:00Z", gallons: 70 };
  expect((await site.send(gateway, [first])).rows).toEqual([{ row: 1, status: "stored" }]);
  await sql`
    with made as (
      insert into organizations (name, metering_settings) values ('Own limits', '{"mostUnit": 1}') returning id
    )
    update properties set organization_id = made.id, inventory_version = inventory_version + 1
    from made where properties.id = ${gateway.propertyId}`.execute(worker);
  const answer = await site.send(gateway, [
    { serial: "SPOE", hour: HOUR, gallons: 61 },
    { serial: "SPOE", hour: "2026-05-31T11:00:00Z", gallons: 59 },
  ]);
  expect(answer.rows.map(({ code }) => code)).toEqual(["quarantined", undefined]);
  // What was stored before stays as it was judged then.
  expect(await counted(gateway)).toBe(129_000);
});

test("a quarantined volume that is sent again once its point may pass it counts, and waits no longer", async () => {
  const { worker } = site.connections;
  const gateway = await newGateway();
  const row = { serial: "SPOE", hour: HOUR, gallons: 1600 };
  await site.send(gateway, [row, { ...row, gallons: 1700 }]);
  await sql`
    with made as (
      insert into organizations (name, metering_settings) values ('Wide pipes', '{"mostUnit": 27}') returning id
    )
    update properties set organization_id = made.id, inventory_version = inventory_version + 1
    from made where properties.id = ${gateway.propertyId}`.execute(worker);
  await site.send(gateway, [row]);
  expect(await counted(gateway)).toBe(1_600_000);
  const waiting = await sql<{ gallons: number }>`
    select gallons from quarantined_readings where property_id = ${gateway.propertyId} and decision is null`.execute(
    worker,
  );
  expect(waiting.rows).toEqual([{ gallons: 1_700_000 }]);
});
