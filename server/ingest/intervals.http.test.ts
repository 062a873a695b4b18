// Covers data-4

import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway, type TestMeter } from "./testing/ingest-site.ts";

const meters: TestMeter[] = [{ serial: "M1", unit: "1", attachedTo: "SPOE", registerFactor: null }];
let site: IngestSite;

beforeAll(async () => {
  site = await openIngestSite();
  site.clock.now = Date.UTC(2026, 11, 1, 12, 30);
});
afterAll(() => site?.close());

interface StoredDay {
  day: string;
  gallons: (number | null)[] | null;
  flow_time: (number | null)[] | null;
  events: (number | null)[] | null;
  estimated: (number | null)[] | null;
  interval_seconds: number[] | null;
  interval_minutes: number[] | null;
  hours_measured: number;
  gallons_total: number | null;
  estimated_total: number;
}

async function daysOf({ propertyId }: TestGateway): Promise<StoredDay[]> {
  const rows = await sql<StoredDay>`
    select day, gallons, flow_time, events, estimated, interval_seconds, interval_minutes, hours_measured, gallons_total,
      estimated_total
    from meter_days where property_id = ${propertyId} order by day`.execute(site.connections.worker);
  return rows.rows;
}

const newGateway = (timeZone = "America/Chicago") => site.addProperty(timeZone, meters);

/** Intervals one after another from an instant on. */
function intervals(from: string, minutes: number, gallons: readonly (number | null)[], more: object = {}) {
  return gallons.flatMap((volume, i) =>
    volume === null
      ? []
      : [
          {
            serial: "M1",
            started_at: timeOf(Date.parse(from) + i * minutes * 60_000),
            minutes,
            gallons: volume,
            ...more,
          },
        ],
  );
}

const timeOf = (at: number) => new Date(at).toISOString();
const of = <T>(length: number, value: (i: number) => T) => Array.from({ length }, (_, i) => value(i));

test("adds up four intervals to an hour, and a day of them to the day", async () => {
  const gateway = await newGateway();
  const day = intervals(
    "2026-05-30T05:00:00Z",
    15,
    of(96, (i) => (i % 4) + 0.25),
    { flow_time: 0.4, events: 1 },
  );
  const answer = await site.send(gateway, day);
  expect(answer).toMatchObject({ received: 96, stored: 96, duplicate: 0, rejected: 0 });
  await site.refresh();
  const [stored, ...others] = await daysOf(gateway);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    day: "2026-05-30",
    gallons: of(24, () => 7000),
    // 1.6 minutes: they add up before they are rounded.
    flow_time: of(24, () => 2),
    events: of(24, () => 4),
    estimated: null,
    hours_measured: 24,
    gallons_total: 168_000,
    estimated_total: 0,
  });
  expect(stored?.interval_seconds).toEqual(of(96, (i) => i * 900));
});

test.each([1, 5, 10, 15, 30, 60])("accepts intervals of %i minutes, and counts repeated ones once", async (minutes) => {
  const gateway = await newGateway();
  const day = intervals(
    "2026-05-30T05:00:00Z",
    minutes,
    of(1440 / minutes, (i) => (i % 3) / 10),
  );
  expect(await site.send(gateway, day)).toMatchObject({ stored: day.length });
  expect(await site.send(gateway, day.toReversed())).toMatchObject({ stored: 0, duplicate: day.length });
  await site.refresh();
  const sum = day.reduce((total, { gallons }) => total + Math.round(gallons * 1000), 0);
  const [stored] = await daysOf(gateway);
  expect(stored).toMatchObject({ gallons_total: sum, estimated_total: 0, hours_measured: 24 });
  // Whole hours need no intervals beside them.
  expect(stored?.interval_seconds?.length ?? null).toBe(minutes === 60 ? null : day.length);
});

test("measures an hour with three of four intervals and estimates the fourth; estimates one with two", async () => {
  const gateway = await newGateway();
  const hours = [
    ...intervals("2026-05-30T05:00:00Z", 15, [1, 2, null, 3]),
    ...intervals("2026-05-30T06:00:00Z", 15, [1, null, null, 4]),
    ...intervals("2026-05-30T07:00:00Z", 15, [0, 0, 0, 0]),
  ];
  await site.send(gateway, hours);
  await site.refresh();
  const [partly] = await daysOf(gateway);
  expect(partly?.gallons?.slice(0, 4)).toEqual([6000, null, 0, null]);
  expect(partly?.estimated?.slice(0, 4)).toEqual([2000, 5000, null, null]);
  expect(partly).toMatchObject({ hours_measured: 2, gallons_total: 13_000, estimated_total: 7000 });
  await site.send(gateway, intervals("2026-05-30T06:15:00Z", 15, [2, 3]));
  await site.send(gateway, intervals("2026-05-30T05:30:00Z", 15, [9]));
  await site.refresh();
  const [whole] = await daysOf(gateway);
  expect(whole?.gallons?.slice(0, 4)).toEqual([15_000, 10_000, 0, null]);
  expect(whole).toMatchObject({ estimated: null, hours_measured: 3, gallons_total: 25_000, estimated_total: 0 });
});

test("of several lengths in an hour the one that covers more counts, else the longer, in any order", async () => {
  const quarters = intervals("2026-05-30T05:00:00Z", 15, [1, 1, 1, 1]);
  const [first, last] = [quarters.slice(0, 2), quarters.slice(2)];
  const hour = { serial: "M1", hour: "2026-05-30T05:00:00Z", gallons: 7 };
  const fives = intervals(
    "2026-05-30T06:00:00Z",
    5,
    of(12, () => 1),
  );
  const half = intervals("2026-05-30T06:00:00Z", 30, [20]);
  for (const rows of [
    [[hour], first, last, fives, half],
    [half, last, first, fives, [hour]],
    [first, fives, [hour], half, last],
  ]) {
    const gateway = await newGateway();
    for (const batch of rows) expect((await site.send(gateway, batch)).stored).toBe(batch.length);
    await site.refresh();
    const [stored] = await daysOf(gateway);
    expect(stored?.gallons?.slice(0, 2)).toEqual([7000, 12_000]);
    expect(stored).toMatchObject({ gallons_total: 19_000, estimated_total: 0 });
  }
});

test("assigns an interval over midnight to the day and hour of its middle", async () => {
  const gateway = await newGateway();
  await site.send(gateway, [
    ...intervals("2026-05-30T04:45:00Z", 15, [1]),
    ...intervals("2026-05-30T04:55:00Z", 15, [2]),
    // On the boundary: the earlier.
    ...intervals("2026-05-31T04:30:00Z", 60, [4]),
  ]);
  await site.refresh();
  const days = await daysOf(gateway);
  expect(days.map(({ day, gallons_total }) => [day, gallons_total])).toEqual([
    ["2026-05-29", 1000],
    ["2026-05-30", 6000],
  ]);
  expect(days[1]?.interval_seconds).toEqual([-300, 84_600]);
  expect(days[1]?.gallons?.at(23)).toBe(4000);
});

test("counts an interval stamped some seconds later once, and loses none stamped early", async () => {
  const gateway = await newGateway();
  const early = intervals(
    "2026-05-30T04:59:58Z",
    15,
    of(96, () => 1),
  );
  const again = intervals(
    "2026-05-30T05:00:04Z",
    15,
    of(96, () => 1),
  );
  await site.send(gateway, again);
  await site.send(gateway, early);
  await site.refresh();
  const days = await daysOf(gateway);
  expect(days.map(({ day, gallons }) => [day, gallons])).toEqual([["2026-05-30", of(24, () => 4000)]]);
  expect(days[0]?.interval_seconds).toHaveLength(192);
});

test("keeps the interval with the higher sequence, and stores the other as superseded", async () => {
  const gateway = await newGateway();
  const hour = intervals("2026-05-30T05:00:00Z", 15, [1, 1, 1, 1]);
  await site.send(gateway, hour);
  const later = { ...intervals("2026-05-30T05:15:00Z", 15, [3], { flow_time: 0.35 })[0], sequence: 5 };
  const lower = { ...later, gallons: 9, sequence: 4 };
  expect(await site.send(gateway, [later, lower, later])).toMatchObject({ stored: 2, duplicate: 1 });
  await site.refresh();
  expect((await daysOf(gateway))[0]?.gallons?.[0]).toBe(6000);
  const rows = await sql`
    select minutes, gallons, sequence, flow_time from superseded_readings where property_id = ${gateway.propertyId}
    order by sequence`.execute(site.connections.worker);
  expect(rows.rows).toEqual([
    { minutes: 15, gallons: 1000, sequence: 0, flow_time: null },
    { minutes: 15, gallons: 9000, sequence: 4, flow_time: 0.35 },
  ]);
});

test("days of clock changes have 23 and 25 hours of intervals", async () => {
  const gateway = await newGateway();
  await site.send(
    gateway,
    intervals(
      "2026-03-08T06:00:00Z",
      15,
      of(92, () => 1),
    ),
  );
  await site.send(
    gateway,
    intervals(
      "2026-11-01T05:00:00Z",
      15,
      of(100, () => 1),
    ),
  );
  await site.refresh();
  const days = await daysOf(gateway);
  expect(days.map(({ day, gallons, hours_measured }) => [day, gallons, hours_measured])).toEqual([
    ["2026-03-08", of(23, () => 4000), 23],
    ["2026-11-01", of(25, () => 4000), 25],
  ]);
});

test("measures the last half hour by two intervals where clocks move by half an hour", async () => {
  const gateway = await newGateway("Australia/Lord_Howe");
  // 2026-04-05 has 24.5 hours there.
  await site.send(
    gateway,
    intervals(
      "2026-04-04T13:00:00Z",
      15,
      of(98, () => 1),
    ),
  );
  await site.refresh();
  const [day, ...others] = await daysOf(gateway);
  expect(others).toEqual([]);
  expect(day?.gallons).toEqual([...of(24, () => 4000), 2000]);
  expect(day).toMatchObject({ estimated: null, gallons_total: 98_000 });
});

test("rejects an hour that starts off the local hour with advice, and accepts one some seconds off", async () => {
  const gateway = await newGateway();
  const at = (hour: string) => ({ serial: "M1", hour, gallons: 1 });
  const answer = await site.send(gateway, [
    at("2026-05-30T10:15:00Z"),
    at("2026-05-30T10:01:00Z"),
    at("2026-05-30T10:00:29Z"),
    at("2026-05-30T10:59:35Z"),
  ]);
  expect(answer).toMatchObject({ stored: 2, rejected: 2 });
  expect(answer.rows[0]).toMatchObject({
    code: "not_an_hour",
    reason: expect.stringMatching(/started_at and minutes/),
  });
  expect(answer.rows[1]).toMatchObject({ code: "not_an_hour" });
  await site.refresh();
  expect((await daysOf(gateway))[0]?.gallons?.slice(4, 8)).toEqual([null, 1000, 1000, null]);
});

test("treats an hour as an interval of 60 minutes, whichever way it is sent", async () => {
  const gateway = await newGateway();
  await site.send(gateway, intervals("2026-05-30T10:00:00Z", 60, [3]));
  const hour = { serial: "M1", hour: "2026-05-30T10:00:00Z", gallons: 3 };
  expect(await site.send(gateway, [hour])).toMatchObject({ duplicate: 1 });
  expect((await daysOf(gateway))[0]?.interval_seconds).toBeNull();
});

const bad: [string, string, object, RegExp][] = [
  ["a length that is not taken", "minutes", { minutes: 7 }, /minutes must be one of 1, 5, 10, 15, 30, 60/],
  ["no length", "minutes", { minutes: undefined }, /minutes must be one of/],
  ["more flow than the interval has", "flow_time", { flow_time: 16 }, /the interval has 0 to 15 minutes/],
  ["an hour beside it", "two_kinds", { hour: "2026-05-30T10:00:00Z" }, /two kinds/],
  ["hours beside it", "unknown_field", { hours: 2 }, /"hours" is not known/],
];

test.each(bad)("rejects an interval with %s", async (_, code, more, reason) => {
  const gateway = await newGateway();
  const [interval] = intervals("2026-05-30T10:00:00Z", 15, [1]);
  const answer = await site.send(gateway, [{ ...interval, ...more }]);
  expect(answer.rows).toMatchObject([{ status: "rejected", code, reason: expect.stringMatching(reason) }]);
});

test("quarantines more than a point can pass in its minutes", async () => {
  const gateway = await newGateway();
  // 25 gal/min at a unit: 375 in a quarter of an hour.
  const answer = await site.send(gateway, intervals("2026-05-30T10:00:00Z", 15, [375, 376]));
  expect(answer.rows).toMatchObject([
    { status: "stored" },
    {
      status: "stored",
      code: "quarantined",
      reason: expect.stringMatching(/376 gallons in 15 minutes is more than the 375/),
    },
  ]);
  const held = await sql`
    select minutes, gallons from quarantined_readings where property_id = ${gateway.propertyId}`.execute(
    site.connections.worker,
  );
  expect(held.rows).toEqual([{ minutes: 15, gallons: 376_000 }]);
});

test("a multi-hour volume fills what intervals leave unknown", async () => {
  const gateway = await newGateway();
  await site.send(gateway, [
    ...intervals("2026-05-30T05:00:00Z", 15, [1, 1, 1, 1]),
    ...intervals("2026-05-30T06:00:00Z", 15, [3]),
    { serial: "M1", hour: "2026-05-30T08:00:00Z", gallons: 20, hours: 4 },
  ]);
  await site.refresh();
  const [stored] = await daysOf(gateway);
  expect(stored?.estimated?.slice(0, 4)).toEqual([null, 3000 + 4333, 4333, 4334]);
  expect(stored).toMatchObject({ gallons_total: 20_000, estimated_total: 16_000 });
});
