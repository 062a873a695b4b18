import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { HOUR_MS } from "../metering/meter-day.ts";
import type { DayValue } from "./merge-day.ts";
import type { PlacedReading } from "./place-reading.ts";

interface Superseded {
  /** The reading that brought the conflict up. */
  placed: PlacedReading;
  /** The value that lost: that reading's own, or the one that stood before. */
  value: DayValue;
  isNew: boolean;
}

/** Puts losers of conflicts on record. @returns the readings that lost and were not on record before. */
export async function keepSuperseded(
  tx: Transactional,
  propertyId: number,
  losers: Superseded[],
): Promise<PlacedReading[]> {
  if (losers.length === 0) return [];
  const at = losers.map(({ placed, value }) => {
    const unit = value.kind === "register" ? 1000 : HOUR_MS;
    return new Date(placed.day.startsAt + value.slot * unit).toISOString();
  });
  const volume = (kind: boolean) =>
    losers.map(({ value }) => ((value.kind === "register") === kind ? value.gallons : null));
  const rows = await sql<{ number: number }>`
    with given as (
      select * from unnest(${losers.map((_, i) => i)}::int[], ${losers.map(({ placed }) => placed.meter.meterId)}::bigint[],
        ${at}::timestamptz[], ${losers.map(({ value }) => value.class)}::smallint[],
        ${losers.map(({ value }) => value.sequence)}::bigint[], ${volume(false)}::bigint[],
        ${losers.map(({ value }) => value.flowTime)}::smallint[], ${losers.map(({ value }) => value.events)}::smallint[],
        ${losers.map(({ value }) => (value.kind === "register" ? null : value.hours))}::smallint[],
        ${volume(true)}::bigint[])
        as v (number, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register)
    ), kept as (
      insert into superseded_readings
        (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register)
      select ${propertyId}::bigint, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register
      from given
      on conflict do nothing
      returning meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register
    )
    select given.number from given join kept on (kept.meter_id, kept.measured_at, kept.class, kept.sequence) =
        (given.meter_id, given.measured_at, given.class, given.sequence)
      and (kept.gallons, kept.flow_time, kept.events, kept.hours, kept.register)
        is not distinct from (given.gallons, given.flow_time, given.events, given.hours, given.register)`.execute(tx);
  const kept: PlacedReading[] = [];
  const told = new Set<string>();
  for (const { number } of rows.rows) {
    const loser = losers[number];
    if (loser === undefined) continue;
    // The same value twice in one batch is on record once.
    const key = JSON.stringify([loser.placed.meter.meterId, loser.placed.day.day, loser.value]);
    if (!loser.isNew || told.has(key)) continue;
    told.add(key);
    kept.push(loser.placed);
  }
  return kept;
}
