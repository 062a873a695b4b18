import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IngestSite, openIngestSite, type TestGateway } from "../ingest/testing/ingest-site.ts";
import { DAY_MS } from "../time/durations.ts";
import { localDay } from "../time/local-day.ts";
import { decide } from "./testing/decide.ts";
import { LONGEST_DAYS, readingsOf, type Story, story, storyMeters } from "./testing/meter-stories.ts";
import {
  type Decision,
  instantOf,
  type StoryRow,
  SWAPPED,
  SWAPPED_IN,
  storyRow,
  swapIn,
} from "./testing/story-decisions.ts";

const SEED = 20260503;
let site: IngestSite;
beforeAll(async () => {
  site = await openIngestSite();
});
afterAll(() => site?.close());

/** Stories in which every register used is also counted: wrong ones are isolated, and no register restarts. */
const steady = story.map(
  (generated): Story => ({
    ...generated,
    decided: [],
    meters: generated.meters.map((meter) => ({
      ...meter,
      conflicts: [],
      odd: meter.odd.filter(({ what, at }) => what !== "reset" && at > 0).map((odd) => ({ ...odd, times: 1 })),
    })),
  }),
);

/** By serial number what the registers rose by, converted first and then subtracted. Wrong ones do not count. */
function riseOf(rows: StoryRow[], generated: Story, swap: Decision | null): Map<string, number> {
  const rise = new Map<string, number>();
  for (const [i, { serial, registerFactor }] of storyMeters.entries()) {
    if (registerFactor === null) continue;
    const swapped = serial === SWAPPED && swap?.what === "swap" ? swap : null;
    const convert = (thousandths: number) => Math.round((thousandths * registerFactor) / 1000);
    const own = rows.flatMap((row) => {
      const isOwn = row.serial === serial && "register" in row && (swapped === null || instantOf(row) <= swapped.at);
      return isOwn ? [convert(Math.round(row.register * 1000))] : [];
    });
    // A wrong one shows 40 times too much or half.
    const jumps = generated.meters[i]?.odd.some(({ what }) => what === "jump") === true;
    const [first] = own;
    if (first === undefined || jumps) continue;
    rise.set(serial, Math.max(...own, swapped === null ? 0 : convert(swapped.closing ?? 0)) - first);
    // Near zero, where the new meter begins, any fall is a reset.
    if (swapped === null || generated.meters[i]?.odd.length !== 0) continue;
    const after = rows.flatMap((row) =>
      row.serial === SWAPPED_IN && "register" in row && instantOf(row) >= swapped.at ? [row.register * 1000] : [],
    );
    const highest = Math.max(swapped.opening ?? 0, ...after.map(Math.round));
    rise.set(SWAPPED_IN, convert(highest) - convert(swapped.opening ?? 0));
  }
  return rise;
}

async function meterVolumes({ propertyId }: TestGateway) {
  const rows = await sql<{ serial: string; hours: number; days: number; beyond: number }>`
    select m.serial_number as serial, sum(coalesce(h.volume, 0))::bigint as hours,
      sum(d.gallons_total)::bigint as days,
      sum(case when coalesce(h.leak, 0) > coalesce(h.measured, 0) then 1 else 0 end)::int as beyond
    from meter_days d join meters m on m.property_id = d.property_id and m.id = d.meter_id
    cross join lateral (
      select sum(coalesce(g, 0) + coalesce(e, 0)) as volume, sum(g) as measured, sum(l) as leak
      from unnest(d.gallons, d.estimated, d.leak_gallons) as hour (g, e, l)) h
    where d.property_id = ${propertyId} group by 1`.execute(site.connections.worker);
  return rows.rows;
}

test("hours add up to the registers, days to hours, units to meters, the property to its units", async () => {
  let compared = 0;
  let swaps = 0;
  await fc.assert(
    fc.asyncProperty(steady, async (generated) => {
      const { swap, rows } = swapIn(
        generated,
        readingsOf(generated).map((row) => storyRow.parse(row)),
      );
      fc.pre(rows.length > 0);
      site.clock.now = localDay(generated.timeZone, generated.firstDay).startsAt + (LONGEST_DAYS + 1) * DAY_MS;
      const gateway = await site.addProperty(generated.timeZone, storyMeters);
      if (swap !== null) await decide(site, gateway, swap);
      for (let from = 0; from < rows.length; from += 10_000) await site.send(gateway, rows.slice(from, from + 10_000));
      await site.refresh();
      const rises = riseOf(rows, generated, swap);
      for (const { serial, hours, days, beyond } of await meterVolumes(gateway)) {
        expect([serial, hours]).toEqual([serial, days ?? 0]);
        if (rises.has(serial)) expect([serial, hours]).toEqual([serial, rises.get(serial)]);
        expect([serial, beyond]).toEqual([serial, 0]);
        compared++;
        if (serial === SWAPPED_IN && rises.has(serial)) swaps++;
      }
      await expectUnitsToAddUp(gateway);
    }),
    { seed: SEED, numRuns: Number(process.env.FC_RUNS ?? 200) },
  );
  expect(compared).toBeGreaterThan(800);
  expect(swaps).toBeGreaterThan(10);
}, 400_000);

async function expectUnitsToAddUp({ propertyId }: TestGateway) {
  const { worker } = site.connections;
  // Where a unit has one meter, it is that meter's volume; where it has two, at most both's.
  const units = await sql`
    select d.unit_id, d.day, d.meter_total, u.gallons from (
      select d.property_id, d.day, p.unit_id, sum(d.gallons_total) as meter_total,
        bool_or(p.attached_to = 'DPOE') as is_double
      from meter_days d
      join meter_services s on s.property_id = d.property_id and s.meter_id = d.meter_id
      join meter_points p on p.property_id = d.property_id and p.id = s.point_id
      where d.property_id = ${propertyId} and (p.attached_to in ('SPOE', 'DPOE') or p.label = 'C-toilet')
      group by 1, 2, 3) d
    left join unit_days u on u.property_id = d.property_id and u.unit_id = d.unit_id and u.day = d.day
    where case when d.is_double then coalesce(u.gallons, 0) > coalesce(d.meter_total, 0)
      else u.gallons is distinct from d.meter_total end`.execute(worker);
  expect(units.rows).toEqual([]);
  const property = await sql`
    select p.day, p.gallons, u.gallons as units from property_days p
    full join (select property_id, day, sum(gallons) as gallons from unit_days
      where property_id = ${propertyId} group by 1, 2) u using (property_id, day)
    where property_id = ${propertyId} and p.gallons is distinct from u.gallons`.execute(worker);
  expect(property.rows).toEqual([]);
}
