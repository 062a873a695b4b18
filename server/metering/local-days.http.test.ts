import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite } from "../ingest/testing/ingest-site.ts";

let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

/** The instants of two local midnights with a change of clocks (or none) between them, and the day's length. */
const days: [string, string, string, string, number][] = [
  ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23],
  ["America/New_York", "2025-11-02", "2025-11-02T04:00:00Z", "2025-11-03T05:00:00Z", 25],
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 23],
  ["Europe/Berlin", "2025-10-26", "2025-10-25T22:00:00Z", "2025-10-26T23:00:00Z", 25],
  ["Australia/Adelaide", "2025-10-05", "2025-10-04T14:30:00Z", "2025-10-05T13:30:00Z", 23],
  ["Australia/Adelaide", "2026-04-05", "2026-04-04T13:30:00Z", "2026-04-05T14:30:00Z", 25],
  ["Asia/Kolkata", "2026-03-08", "2026-03-07T18:30:00Z", "2026-03-08T18:30:00Z", 24],
];
const HOUR = 3_600_000;

test.each(days)("%s %s", async (timeZone, day, from, until, length) => {
  const meter = { unit: "1", attachedTo: "SPOE" as const, registerFactor: null };
  const gateway = await site.addProperty(timeZone, [
    { serial: "hours", ...meter },
    { serial: "register", ...meter, unit: "2", registerFactor: 1000 },
  ]);
  const [start, end] = [Date.parse(from), Date.parse(until)];
  const instants = Array.from({ length: (end - start) / HOUR + 2 }, (_, i) => start + (i - 1) * HOUR);
  const number = (at: number) => (at - start) / HOUR;
  await site.send(
    gateway,
    instants.flatMap((at) => [
      { serial: "hours", hour: new Date(at).toISOString(), gallons: number(at) + 2 },
      // The register rises during each hour by what the other meter reports for it.
      { serial: "register", read_at: new Date(at).toISOString(), register: ((number(at) + 2) * (number(at) + 3)) / 2 },
    ]),
  );
  await site.refresh();
  const stored = await sql<{ day: string; hours: number; gallons: number[]; hours_measured: number }>`
    select day, hours, gallons, hours_measured from meter_days
    where property_id = ${gateway.propertyId} and day = ${day}::date order by meter_id`.execute(
    site.connections.worker,
  );
  const gallons = Array.from({ length }, (_, slot) => (slot + 2) * 1000);
  expect(stored.rows[0]).toEqual({ day, hours: length, gallons, hours_measured: length });
  // The interval that ends with an hour belongs to it.
  const intervals = Array.from({ length }, (_, slot) => (slot + 3) * 1000);
  expect(stored.rows[1]).toEqual({ day, hours: length, gallons: intervals, hours_measured: length });
  const property = await sql<{ day: string; gallons: number; units_read: number }>`
    select day, gallons, units_read from property_days where property_id = ${gateway.propertyId} order by day`.execute(
    site.connections.worker,
  );
  const total = [...gallons, ...intervals].reduce((a, b) => a + b);
  expect(property.rows.find((row) => row.day === day)).toEqual({ day, gallons: total, units_read: 2 });
});
