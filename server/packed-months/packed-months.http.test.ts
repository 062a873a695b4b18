import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inScope } from "../database/connect.ts";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "../ingest/testing/ingest-site.ts";
import { derivedRows } from "../metering/testing/derived-rows.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { dayNumber } from "../time/local-day.ts";
import { packMonths } from "./pack-months.ts";
import { DAY_ROW_COLUMNS, unpackMonths } from "./unpack-months.ts";

const meters: TestMeter[] = [
  { serial: "S1", unit: "1", attachedTo: "SPOE", registerFactor: null },
  { serial: "T1", unit: "1", attachedTo: "Toilet", registerFactor: null },
  { serial: "R1", unit: "2", attachedTo: "SPOE", registerFactor: 264.172 },
];
const START = Date.parse("2026-09-28T05:00:00Z");
const END = Date.parse("2026-12-20T06:00:00Z");
/** The clocks of the property change on November 1; that month ended 43 days ago. */
const NOW = Date.parse("2027-01-12T12:00:00Z");

let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
  site.clock.now = NOW;
});
afterAll(() => site?.close());

async function filled(): Promise<TestGateway> {
  const gateway = await site.addProperty("America/Chicago", meters);
  const rows = readings();
  for (let i = 0; i < rows.length; i += 5000) await site.send(gateway, rows.slice(i, i + 5000));
  await site.refresh();
  return gateway;
}

/** Hours with big and small volumes, minutes and draws, a leak, a volume over several hours, and registers at odd seconds. */
function readings(): object[] {
  const rows: object[] = [];
  let register = 1_000_000;
  for (let at = START, i = 0; at < END; at += HOUR_MS, i++) {
    const hour = new Date(at).toISOString();
    const use = (i * 7919) % 97;
    if (i % 40 !== 7)
      rows.push({
        serial: "S1",
        hour,
        gallons: use === 3 ? 400.001 : (use % 7) * 11.003,
        flow_time: use % 61,
        events: use,
      });
    rows.push({ serial: "T1", hour, gallons: (use % 3) / 2 + (i > 500 && i < 900 ? 2 : 0), sequence: i % 5 });
    register += use * 3 + (i === 300 ? 900_000 : 0) - (i === 301 ? 890_000 : 0);
    rows.push({ serial: "R1", read_at: new Date(at + (i % 5) * 17_000).toISOString(), register: register / 1000 });
  }
  rows.push({ serial: "T1", hour: "2026-10-10T05:00:00Z", gallons: 50, hours: 7 });
  return rows;
}

const pack = () => packMonths(site.connections, () => site.clock.now);

/** How many days of a property before December are rows of their own. */
async function unpackedDays({ propertyId }: TestGateway): Promise<number> {
  const found = await sql<{ days: number }>`
    select count(*) as days from meter_days where property_id = ${propertyId} and day < '2026-12-01'`.execute(
    site.connections.worker,
  );
  return found.rows[0]?.days ?? -1;
}

const rowsOf = ({ propertyId }: TestGateway) => derivedRows(site.connections, propertyId);

test("packs months that ended 40 days ago, and changes nothing that can be read", async () => {
  const gateway = await filled();
  const before = await rowsOf(gateway);
  expect(before.filter((line) => line.startsWith("leak T1"))).toHaveLength(1);
  const days = await unpackedDays(gateway);
  expect(await pack()).toEqual({ properties: 1, days: days - 1 });
  // The day with the volume over several hours stays.
  expect(await unpackedDays(gateway)).toBe(1);
  expect(await rowsOf(gateway)).toEqual(before);
  expect(await pack()).toEqual({ properties: 0, days: 0 });
  site.clock.now = NOW - 3 * DAY_MS;
  const early = await filled();
  // Three days of September and all of October, of three meters, but for that one.
  expect(await pack()).toEqual({ properties: 1, days: 3 * 34 - 1 });
  expect(await unpackedDays(early)).toBe(3 * 30 + 1);
  site.clock.now = NOW;
});

test("unpacks only the month and meter of a late reading, and packs it again", async () => {
  const gateway = await filled();
  await pack();
  const twin = await filled();
  const late = [
    { serial: "S1", hour: "2026-10-05T12:00:00Z", gallons: 7.5, flow_time: 3, events: 1, sequence: 9 },
    { serial: "R1", read_at: "2026-10-31T12:20:00Z", register: 1050 },
  ];
  for (const place of [gateway, twin]) await site.send(place, late);
  await site.refresh();
  // October has 31 days of each of the two, and one of the toilet's.
  expect(await unpackedDays(gateway)).toBe(63);
  expect(await rowsOf(gateway)).toEqual(await rowsOf(twin));
  await pack();
  expect(await unpackedDays(gateway)).toBe(1);
  expect(await rowsOf(gateway)).toEqual(await rowsOf(twin));
});

test("keeps months packed when recalculation changes nothing, and unpacks them when it does", async () => {
  const gateway = await filled();
  await pack();
  const twin = await filled();
  const recalculate = async () => {
    await sql`update properties set inventory_version = inventory_version + 1`.execute(site.connections.worker);
    await site.refresh();
  };
  await sql`update meters set register_width = 100000000 where serial_number = 'R1'`.execute(site.connections.worker);
  await recalculate();
  expect(await unpackedDays(gateway)).toBe(1);
  expect(await rowsOf(gateway)).toEqual(await rowsOf(twin));
  // Registers that show whole gallons give other hours.
  await sql`update meters set count_gallons = 1000 where serial_number = 'R1'`.execute(site.connections.worker);
  await recalculate();
  expect(await rowsOf(gateway)).toEqual(await rowsOf(twin));
  expect(await unpackedDays(gateway)).toBe(35);
});

test("stores readings that several senders submit for one packed month concurrently", async () => {
  const gateway = await filled();
  await pack();
  const twin = await filled();
  const batches = Array.from({ length: 8 }, (_, i) => [
    {
      serial: "S1",
      hour: new Date(Date.parse("2026-10-03T00:00:00Z") + i * DAY_MS).toISOString(),
      gallons: 3,
      sequence: 20,
    },
  ]);
  await Promise.all(batches.map((rows) => site.send(gateway, rows)));
  for (const rows of batches) await site.send(twin, rows);
  await site.refresh();
  expect(await rowsOf(gateway)).toEqual(await rowsOf(twin));
});

test("keeps readings that arrive while their month is packed", async () => {
  const gateway = await filled();
  const twin = await filled();
  const rows = Array.from({ length: 40 }, (_, i) => ({
    serial: "S1",
    hour: new Date(Date.parse("2026-10-01T05:00:00Z") + i * 17 * HOUR_MS).toISOString(),
    gallons: 2,
    sequence: 30,
  }));
  const packing = pack();
  for (const row of rows) await site.send(gateway, [row]);
  await packing;
  await site.send(twin, rows);
  await site.refresh();
  await pack();
  expect(await rowsOf(gateway)).toEqual(await rowsOf(twin));
});

test("hides packed months outside the scope", async () => {
  const [own, other] = [await filled(), await filled()];
  await pack();
  const scope = { organizationIds: [], propertyIds: [own.propertyId] };
  const seen = await inScope(site.connections.app, scope, async (tx) => {
    const days = await sql<{ id: number }>`select distinct property_id as id from all_meter_days`.execute(tx);
    const months = await sql<{ id: number }>`select distinct property_id as id from packed_months`.execute(tx);
    return [days.rows, months.rows];
  });
  expect(seen).toEqual([[{ id: own.propertyId }], [{ id: own.propertyId }]]);
  const unpacked = inScope(site.connections.app, scope, (tx) =>
    unpackMonths(
      tx,
      other.propertyId,
      [{ meterId: other.meterIds.get("S1") ?? 0, day: dayNumber("2026-10-05") }],
      99_999,
    ),
  );
  await expect(unpacked).resolves.toBeUndefined();
  expect(await unpackedDays(other)).toBe(1);
});

test("knows every column of meter_days", async () => {
  const columnsOf = async (relation: string) => {
    const found = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${relation}::regclass and attnum > 0 and not attisdropped order by attname`.execute(
      site.connections.worker,
    );
    return found.rows.map(({ name }) => name);
  };
  const columns = await columnsOf("meter_days");
  const more = ["has_all_hours", "has_registers", "packed_month_from", "packed_month_to"];
  expect(DAY_ROW_COLUMNS.toSorted()).toEqual(columns);
  expect((await columnsOf("all_meter_days")).filter((name) => !more.includes(name))).toEqual(columns);
});
