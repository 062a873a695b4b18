import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type IngestSite, openIngestSite } from "../ingest/testing/ingest-site.ts";
import { localDay } from "./local-day.ts";
import { DAY_MS } from "./meter-day.ts";
import { readingsOf, story, storyMeters } from "./testing/meter-stories.ts";

const SEED = 20260503;
let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

const registerRow = z.object({ serial: z.string(), read_at: z.string(), register: z.number() });

/** Stories without resets and falls, of which no register tells the volume. */
const steady = story.map((told) => ({
  ...told,
  meters: told.meters.map((meter) => ({
    ...meter,
    conflicts: [],
    odd: meter.odd.filter(({ what }) => what === "dip"),
  })),
}));

/** By serial number what the registers rose by, converted first and then subtracted; a last one that dips counts not. */
function riseOf(readings: object[]): Map<string, number> {
  const rise = new Map<string, number>();
  for (const { serial, registerFactor } of storyMeters) {
    if (registerFactor === null) continue;
    const converted = readings
      .map((row) => registerRow.safeParse(row).data)
      .filter((row) => row?.serial === serial)
      .map((row) => Math.round((Math.round((row?.register ?? 0) * 1000) * registerFactor) / 1000));
    if (converted[0] !== undefined) rise.set(serial, Math.max(...converted) - converted[0]);
  }
  return rise;
}

test("hours add up to the registers' rise, days to hours, units to their meters, the property to its units", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(steady, async (told) => {
      const readings = readingsOf(told);
      fc.pre(readings.length > 0);
      site.clock.now = localDay(told.timeZone, told.firstDay).startsAt + 45 * DAY_MS;
      const gateway = await site.addProperty(told.timeZone, storyMeters);
      await site.send(gateway, readings);
      await site.refresh();
      const { worker } = site.connections;
      const meters = await sql<{ serial: string; hours: number; days: number; leak: number }>`
        select m.serial_number as serial, sum(coalesce(h.volume, 0))::bigint as hours,
          sum(d.gallons_total)::bigint as days,
          sum(case when coalesce(h.leak, 0) > coalesce(h.measured, 0) then 1 else 0 end)::int as leak
        from meter_days d join meters m on m.property_id = d.property_id and m.id = d.meter_id
        cross join lateral (
          select sum(coalesce(g, 0) + coalesce(e, 0)) as volume, sum(g) as measured, sum(l) as leak
          from unnest(d.gallons, d.estimated, d.leak_gallons) as hour (g, e, l)) h
        where d.property_id = ${gateway.propertyId} group by 1`.execute(worker);
      const rises = riseOf(readings);
      for (const { serial, hours, days, leak } of meters.rows) {
        expect([serial, hours]).toEqual([serial, days ?? 0]);
        if (rises.has(serial)) expect([serial, hours]).toEqual([serial, rises.get(serial)]);
        expect([serial, leak]).toEqual([serial, 0]);
        compared++;
      }
      const units = await sql`
        select d.day, d.meter_total, u.gallons from (
          select d.day, d.property_id, p.unit_id, d.gallons_total as meter_total
          from meter_days d
          join meter_services s on s.property_id = d.property_id and s.meter_id = d.meter_id
          join meter_points p on p.property_id = d.property_id and p.id = s.point_id
          where d.property_id = ${gateway.propertyId} and p.attached_to = 'SPOE' or p.label = 'C-toilet') d
        left join unit_days u on u.property_id = d.property_id and u.unit_id = d.unit_id and u.day = d.day
        where d.property_id = ${gateway.propertyId} and u.gallons is distinct from d.meter_total`.execute(worker);
      expect(units.rows).toEqual([]);
      const property = await sql`
        select p.day, p.gallons, u.gallons as units from property_days p
        full join (select property_id, day, sum(gallons) as gallons from unit_days
          where property_id = ${gateway.propertyId} group by 1, 2) u using (property_id, day)
        where property_id = ${gateway.propertyId} and p.gallons is distinct from u.gallons`.execute(worker);
      expect(property.rows).toEqual([]);
    }),
    { seed: SEED, numRuns: 25 },
  );
  expect(compared).toBeGreaterThan(100);
});
