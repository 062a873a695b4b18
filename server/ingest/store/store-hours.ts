import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { dayText } from "../../time/local-day.ts";
import type { PlacedReading } from "../place/place-reading.ts";

/** How many were written, and where they are fewer than all, which. */
const Written = z.object({ count: z.int(), keys: z.string().array().nullable() });

/**
 * The way of nearly every reading: an hour that its day does not have yet, written in one statement.
 * Keeps the day's totals along with it, so that refresh usually finds nothing to write on the row: half the versions of
 * a row that is written to every hour.
 * Takes plain hours of devices (no lump), at most one per (meter, day).
 * @returns those it did not write: the day has no row or no such array yet, a value stands in that hour, or the day's
 * hours follow from intervals.
 */
export async function storeHours(
  tx: Transactional,
  propertyId: number,
  readings: PlacedReading[],
): Promise<PlacedReading[]> {
  const left: PlacedReading[] = [];
  const groups = Map.groupBy(
    readings,
    ({ reading }) =>
      (reading.flowTime === null ? 0 : 1) + (reading.events === null ? 0 : 2) + (reading.sequence === 0 ? 0 : 4),
  );
  for (const [bits, group] of groups) {
    group.sort((a, b) => a.meter.meterId - b.meter.meterId || a.day.day - b.day.day);
    const columns = { flowTime: (bits & 1) !== 0, events: (bits & 2) !== 0, sequence: (bits & 4) !== 0 };
    const written = await update(tx, propertyId, group, columns);
    if (written === "all") continue;
    for (const placed of group)
      if (!written.has(`${placed.meter.meterId} ${dayText(placed.day.day)}`)) left.push(placed);
  }
  return left;
}

async function update(
  tx: Transactional,
  propertyId: number,
  group: PlacedReading[],
  { flowTime, events, sequence }: { flowTime: boolean; events: boolean; sequence: boolean },
): Promise<Set<string> | "all"> {
  const days = group.map((placed) => placed.day.day);
  const first = days.reduce((a, b) => Math.min(a, b));
  const last = days.reduce((a, b) => Math.max(a, b));
  // One day, the usual case, lets the planner pick its one partition.
  const span =
    first === last
      ? sql`d.day = ${dayText(first)}::date`
      : sql`d.day = v.day and d.day between ${dayText(first)}::date and ${dayText(last)}::date`;
  const written = await queryRow(tx, Written)`
    with written as (
    update meter_days d set gallons[v.slot] = v.gallons, hours_measured = d.hours_measured + 1,
      gallons_total = coalesce(d.gallons_total, 0) + v.gallons,
      hours_with_flow = d.hours_with_flow + (v.gallons > 0)::int
      ${flowTime ? sql`, flow_time[v.slot] = v.flow_time, flow_total = coalesce(d.flow_total, 0) + v.flow_time` : sql``}
      ${events ? sql`, events[v.slot] = v.events, events_total = coalesce(d.events_total, 0) + v.events` : sql``}
      ${sequence ? sql`, sequences[v.slot] = v.sequence` : sql``}
    from unnest(
      ${group.map((placed) => placed.meter.meterId)}::bigint[], ${days.map(dayText)}::date[],
      ${group.map((placed) => placed.slot + 1)}::int[], ${group.map((placed) => placed.reading.gallons)}::int[],
      ${group.map((placed) => (placed.reading.flowTime === null ? null : Math.round(placed.reading.flowTime)))}::smallint[],
      ${group.map((placed) => placed.reading.events)}::smallint[],
      ${sequence ? group.map((placed) => placed.reading.sequence) : []}::bigint[]
    ) as v (meter_id, day, slot, gallons, flow_time, events, sequence)
    where d.property_id = ${propertyId} and d.meter_id = v.meter_id and ${span}
      and d.gallons is not null and d.gallons[v.slot] is null and d.interval_seconds is null
      ${flowTime ? sql`and d.flow_time is not null` : sql``}
      ${events ? sql`and d.events is not null` : sql``}
      ${sequence ? sql`and d.sequences is not null` : sql``}
    returning d.meter_id, d.day
    )
    select count(*) as count,
      case when count(*) < ${group.length}::int then array_agg(meter_id || ' ' || day) end as keys
    from written`;
  return written?.count === group.length ? "all" : new Set(written?.keys ?? []);
}
