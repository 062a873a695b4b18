import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestMeter } from "../ingest/testing/ingest-site.ts";
import { decide } from "./testing/decide.ts";

const HOUR = 3_600_000;
/** Local midnight in New York. */
const START = Date.parse("2026-05-04T04:00:00Z");
const SWAP = START + 10.5 * HOUR;
let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
const fraction = (from: number, until: number, step: number) =>
  Array.from({ length: Math.round((until - from) / step) }, (_, i) => from + i * step);

async function unitDay(propertyId: number) {
  const days = await sql<{ gallons: number | null; toilet_gallons: number | null; is_read: boolean }>`
    select gallons::float8 as gallons, toilet_gallons::float8 as toilet_gallons, is_read
    from unit_days where property_id = ${propertyId} and day = '2026-05-04'`.execute(site.connections.worker);
  return days.rows;
}

/** 3 gallons an hour by the register of one meter, then by another's; each also counted on the bench and after it left. */
const registers = (old: string, made: string) => [
  ...fraction(0, 10.5, 0.75).map((hour) => ({ serial: old, read_at: at(hour), register: 1000 + 3 * hour })),
  { serial: old, read_at: at(10.75), register: 1100 },
  { serial: old, read_at: at(14), register: 1200 },
  { serial: made, read_at: at(9), register: 20 },
  { serial: made, read_at: at(10.25), register: 50 },
  ...fraction(10.75, 24.5, 0.75).map((hour) => ({ serial: made, read_at: at(hour), register: 55 + 3 * (hour - 10.5) })),
];
const swapOf = (serial: string) => ({
  what: "swap" as const,
  serial,
  newSerial: `${serial}-2`,
  at: SWAP,
  closing: 1_031_500,
  opening: 55_000,
});

test.each(["SPOE", "DPOE"] as const)(
  "a %s register's volume continues through a swap to the last thousandth, without what it counted elsewhere",
  async (attachedTo) => {
    const meters: TestMeter[] = [{ serial: "R", unit: "1", attachedTo, registerFactor: 1000 }];
    if (attachedTo === "DPOE") meters.push({ serial: "cold", unit: "1", attachedTo, registerFactor: null });
    const gateway = await site.addProperty("America/New_York", meters);
    await decide(site, gateway, swapOf("R"));
    const cold = fraction(0, 24, 1).map((hour) => ({ serial: "cold", hour: at(hour), gallons: 1 }));
    await site.send(gateway, [...registers("R", "R-2"), ...(attachedTo === "DPOE" ? cold : [])]);
    await site.refresh();
    // The last interval of the day ends after midnight: what lies before its midpoint's hour is this day's.
    const last = fraction(10.75, 24.5, 0.75).findLast((hour) => hour - 0.375 <= 24) ?? 0;
    const gallons = 3 * last + (attachedTo === "DPOE" ? 24 : 0);
    expect(await unitDay(gateway.propertyId)).toEqual([
      { gallons: gallons * 1000, toilet_gallons: null, is_read: true },
    ]);
  },
);

test("a swap at midnight after a day that ends with half an hour leaves that day to the old meter", async () => {
  const midnight = Date.parse("2026-10-05T00:00:00+11:00");
  site.clock.now = midnight + 48 * HOUR;
  const gateway = await site.addProperty("Australia/Lord_Howe", [
    { serial: "left", unit: "1", attachedTo: "SPOE", registerFactor: null },
  ]);
  await decide(site, gateway, { ...swapOf("left"), at: midnight, closing: null, opening: null });
  const begin = Date.parse("2026-10-04T00:00:00+10:30");
  const hours = fraction(0, 24, 1).map((hour) => new Date(begin + hour * HOUR).toISOString());
  await site.send(
    gateway,
    hours.map((hour) => ({ serial: "left", hour, gallons: 1 })),
  );
  await site.refresh();
  const days = await sql`
    select gallons, is_read, meters_read from unit_days where property_id = ${gateway.propertyId} and day = '2026-10-04'
  `.execute(site.connections.worker);
  expect(days.rows).toEqual([{ gallons: 24_000, is_read: true, meters_read: 1 }]);
});

test("counts both toilet meters in the hour of a swap, and ignores their other hours", async () => {
  const gateway = await site.addProperty("America/New_York", [
    { serial: "unit", unit: "1", attachedTo: "SPOE", registerFactor: null },
    { serial: "T", unit: "1", attachedTo: "Toilet", registerFactor: null },
  ]);
  await decide(site, gateway, { ...swapOf("T"), closing: null, opening: null });
  const hours = fraction(0, 24, 1);
  await site.send(gateway, [
    ...hours.map((hour) => ({ serial: "unit", hour: at(hour), gallons: 10 })),
    ...hours.map((hour) => ({ serial: "T", hour: at(hour), gallons: hour === 10 ? 0.5 : 2 })),
    ...hours.map((hour) => ({ serial: "T-2", hour: at(hour), gallons: hour === 10 ? 1.25 : 3 })),
  ]);
  await site.refresh();
  expect(await unitDay(gateway.propertyId)).toEqual([
    { gallons: 240_000, toilet_gallons: 10 * 2000 + 1750 + 13 * 3000, is_read: true },
  ]);
});
