import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { holdReadings } from "../hold-readings.ts";
import { type IngestSite, openIngestSite, type TestGateway } from "../testing/ingest-site.ts";
import { MAX_SUPERSEDED } from "./superseded.ts";

const HOUR = "2026-05-31T10:00:00Z";
const SEED = 20260502;
let site: IngestSite;

beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

function newGateway(): Promise<TestGateway> {
  return site.addProperty("Etc/UTC", [
    { serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null },
    { serial: "R1", unit: "2", attachedTo: "SPOE", registerFactor: 1000 },
  ]);
}

async function standing({ propertyId }: TestGateway) {
  const days = await sql`
    select gallons[11] as gallons, flow_time[11] as flow_time, events[11] as events, sequences[11] as sequence,
      registers
    from meter_days where property_id = ${propertyId}`.execute(site.connections.worker);
  return days.rows[0];
}

async function losers({ propertyId }: TestGateway): Promise<number> {
  const rows = await sql`select from superseded_readings where property_id = ${propertyId}`.execute(
    site.connections.worker,
  );
  return rows.rows.length;
}

/** Values for one hour, from the least to the greatest by (sequence, gallons, flow time, events). */
const ascending = [
  { gallons: 9, flow_time: 60, events: 9 },
  { gallons: 1, sequence: 3 },
  { gallons: 1, flow_time: 0, sequence: 3 },
  { gallons: 1, flow_time: 2, sequence: 3 },
  { gallons: 1, flow_time: 2, events: 0, sequence: 3 },
  { gallons: 1, flow_time: 2, events: 4, sequence: 3 },
  { gallons: 2, sequence: 3 },
  { gallons: 0, sequence: 9_007_199_254_740_991 },
].map((value) => ({ serial: "M1", hour: HOUR, ...value }));

test("keeps the greatest of several values for an hour in any order, and stores each other once", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(ascending, { minLength: 2 }), fc.boolean(), async (values, atOnce) => {
      const gateway = await newGateway();
      for (const batch of atOnce ? [values] : values.map((value) => [value])) {
        expect(await site.send(gateway, batch)).toMatchObject({ stored: batch.length, duplicate: 0, rejected: 0 });
      }
      const greatest = ascending.findLast((value) => values.includes(value));
      expect(await standing(gateway)).toMatchObject({
        gallons: (greatest?.gallons ?? 0) * 1000,
        flow_time: greatest?.flow_time ?? null,
        events: greatest?.events ?? null,
      });
      expect(await losers(gateway)).toBe(values.length - 1);
      expect(await site.send(gateway, values)).toMatchObject({ stored: 0, duplicate: values.length });
      expect(await losers(gateway)).toBe(values.length - 1);
    }),
    { seed: SEED, numRuns: 40 },
  );
});

test("keeps the greatest of unlimited values for an hour in any order", async () => {
  const rising = Array.from({ length: MAX_SUPERSEDED + 30 }, (_, i) => ({
    serial: "M1",
    hour: HOUR,
    gallons: i % 7,
    sequence: i + 1,
  }));
  const keptOf = async ({ propertyId }: TestGateway) => {
    const rows = await sql<{ sequence: number }>`
      select sequence from superseded_readings where property_id = ${propertyId} order by sequence`.execute(
      site.connections.worker,
    );
    return rows.rows.map(({ sequence }) => sequence);
  };
  const greatest = rising.slice(-MAX_SUPERSEDED - 1, -1).map(({ sequence }) => sequence);
  const shuffled = rising.toSorted((a, b) => ((a.sequence * 37) % 83) - ((b.sequence * 37) % 83));
  for (const values of [rising, rising.toReversed(), shuffled]) {
    for (const size of [1, 25, values.length]) {
      const gateway = await newGateway();
      for (let from = 0; from < values.length; from += size) {
        const batch = values.slice(from, from + size);
        const { stored, duplicate, rejected } = await site.send(gateway, batch);
        expect([stored + duplicate, rejected]).toEqual([batch.length, 0]);
      }
      expect(await keptOf(gateway)).toEqual(greatest);
      expect(await standing(gateway)).toMatchObject({ gallons: ((rising.length - 1) % 7) * 1000 });
      expect(await site.send(gateway, values)).toMatchObject({ stored: 0, duplicate: values.length });
      expect(await keptOf(gateway)).toEqual(greatest);
    }
  }
});

test("stores a row that is twice in a batch once", async () => {
  const gateway = await newGateway();
  const row = { serial: "M1", hour: HOUR, gallons: 1 };
  expect(await site.send(gateway, [row, row])).toMatchObject({ stored: 1, duplicate: 1 });
  const greater = { ...row, gallons: 2 };
  expect(await site.send(gateway, [greater])).toMatchObject({ stored: 1 });
  const lesser = { ...row, gallons: 0.5 };
  expect(await site.send(gateway, [lesser, lesser])).toMatchObject({ stored: 1, duplicate: 1 });
  expect(await losers(gateway)).toBe(2);
});

test("accepts the hours of a day one by one, with a sequence or without", async () => {
  const gateway = await newGateway();
  const at = (hour: number) => `2026-05-31T0${hour}:00:00Z`;
  const rows = [
    { serial: "M1", hour: at(0), gallons: 1 },
    { serial: "M1", hour: at(1), gallons: 1, sequence: 5 },
    { serial: "M1", hour: at(2), gallons: 1, sequence: 7, flow_time: 3 },
    { serial: "M1", hour: at(3), gallons: 1, sequence: 9, flow_time: 4 },
    { serial: "M1", hour: at(4), gallons: 1 },
  ];
  for (const row of rows) expect(await site.send(gateway, [row])).toMatchObject({ stored: 1 });
  // Larger volumes of lower sequences do not count.
  for (const row of rows.slice(1, 4)) {
    const lower = { ...row, gallons: 8, sequence: (row.sequence ?? 0) - 1 };
    expect(await site.send(gateway, [lower])).toMatchObject({ stored: 1 });
  }
  for (const row of rows) expect(await site.send(gateway, [row])).toMatchObject({ duplicate: 1 });
  const days = await sql<{ gallons: number[]; flow_time: number[]; sequences: number[] }>`
    select gallons[1:5] as gallons, flow_time[1:5] as flow_time, sequences[1:5]::float8[] as sequences
    from meter_days where property_id = ${gateway.propertyId}`.execute(site.connections.worker);
  expect(days.rows).toEqual([
    { gallons: [1000, 1000, 1000, 1000, 1000], flow_time: [null, null, 3, 4, null], sequences: [0, 5, 7, 9, 0] },
  ]);
});

test("multi-hour volumes and registers are idempotent whatever they contain", async () => {
  const gateway = await newGateway();
  const rows = [
    { serial: "M1", hour: HOUR, gallons: 30, hours: 6, flow_time: 20, events: 3 },
    { serial: "R1", read_at: HOUR, register: 5.5, sequence: 4 },
  ];
  expect(await site.send(gateway, rows)).toMatchObject({ stored: 2 });
  expect(await site.send(gateway, rows)).toMatchObject({ stored: 0, duplicate: 2 });
  expect(await site.send(gateway, [{ ...rows[1], register: 6, sequence: 3 }])).toMatchObject({ stored: 1 });
  expect(await losers(gateway)).toBe(1);
});

test("eight concurrent writers of the same hours get no error, and the greatest values remain", async () => {
  const meters = Array.from({ length: 60 }, (_, i) => ({
    serial: `W${i}`,
    unit: `${i}`,
    attachedTo: "SPOE" as const,
    registerFactor: null,
  }));
  const gateway = await site.addProperty("America/New_York", meters);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    const rows = meters.flatMap(({ serial }, i) =>
      Array.from({ length: 30 }, (__, hour) => ({
        serial,
        hour: new Date(Date.UTC(2026, 4, 20, hour)).toISOString(),
        gallons: ((i * 31 + hour * 17 + writer * 13) % 40) / 10,
        sequence: writer % 3,
      })),
    );
    const order = rows.toSorted(
      (a, b) => hash(`${a.serial}${a.hour}${writer}`) - hash(`${b.serial}${b.hour}${writer}`),
    );
    const counts = { stored: 0, duplicate: 0 };
    for (let from = 0; from < order.length; from += 300) {
      const answer = await site.send(gateway, order.slice(from, from + 300));
      counts.stored += answer.stored;
      counts.duplicate += answer.duplicate;
    }
    return counts;
  });
  for (const { stored, duplicate } of await Promise.all(writers)) expect(stored + duplicate).toBe(1800);
  const days = await sql<{ serial: string; day: string; gallons: number[] }>`
    select m.serial_number as serial, d.day, d.gallons from meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${gateway.propertyId} and d.day = '2026-05-20'`.execute(site.connections.worker);
  expect(days.rows).toHaveLength(60);
  for (const { serial, gallons } of days.rows) {
    const i = Number(serial.slice(1));
    // The greatest sequence is 2, of the writers 2 and 5. Local midnight is four hours into the UTC day.
    const expected = Array.from({ length: 24 }, (_, slot) =>
      Math.max(...[2, 5].map((writer) => ((i * 31 + (slot + 4) * 17 + writer * 13) % 40) * 100)),
    );
    expect(gallons).toEqual(expected);
  }
});

test("stores a batch sent during a correction of more than 5 seconds", async () => {
  const gateway = await newGateway();
  const repair = await site.connections.owner.startTransaction().execute();
  await holdReadings(repair, gateway.propertyId, "alone");
  const sent = site.send(gateway, [{ serial: "M1", hour: HOUR, gallons: 1 }]);
  const rejected = vi.fn();
  sent.catch(rejected);
  await new Promise((later) => setTimeout(later, 5500));
  await repair.commit().execute();
  expect(rejected).not.toHaveBeenCalled();
  expect((await sent).stored).toBe(1);
});

function hash(text: string): number {
  let value = 0;
  for (const letter of text) value = (Math.imul(value, 31) + (letter.codePointAt(0) ?? 0)) | 0;
  return Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
}
