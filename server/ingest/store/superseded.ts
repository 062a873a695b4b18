import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import type { DayValue } from "../days/merge-day.ts";
import type { PlacedReading } from "../place/place-reading.ts";

const RecordedValue = z.object({ number: z.int() });

interface Superseded {
  /** The reading that brought the conflict up. */
  placed: PlacedReading;
  /** The value that lost: that reading's own, or the previous one. */
  value: DayValue;
  isNew: boolean;
}

/**
 * Maximum of device values kept beside the one that counts, for each meter and hour, interval or instant: the greatest,
 * so that they do not depend on the order of arrival, and include the value that counts when others are withdrawn.
 */
export const MAX_SUPERSEDED = 50;

/**
 * Records the losers of conflicts.
 * @returns the readings that lost and were not recorded before, without those of which too many greater ones are
 */
export async function keepSuperseded(
  tx: Transactional,
  propertyId: number,
  losers: Superseded[],
): Promise<PlacedReading[]> {
  if (losers.length === 0) return [];
  // The previous value had the same place.
  const at = losers.map(({ placed }) => new Date(placed.at).toISOString());
  const volume = (kind: boolean) =>
    losers.map(({ value }) => ((value.kind === "register") === kind ? value.gallons : null));
  const rows = await queryRows(tx, RecordedValue)`
    with given as (
      select * from unnest(${losers.map((_, i) => i)}::int[], ${losers.map(({ placed }) => placed.meter.meterId)}::bigint[],
        ${at}::timestamptz[], ${losers.map(({ value }) => value.class)}::smallint[],
        ${losers.map(({ value }) => value.sequence)}::bigint[], ${volume(false)}::bigint[],
        ${losers.map(({ value }) => value.flowTime)}::real[], ${losers.map(({ value }) => value.events)}::smallint[],
        ${losers.map(({ value }) => (value.kind === "register" ? null : value.hours))}::smallint[],
        ${volume(true)}::bigint[], ${losers.map(({ value }) => value.minutes)}::smallint[])
        as v (number, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes)
    ), kept as (
      insert into superseded_readings
        (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes)
      select ${propertyId}::bigint, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register,
        minutes
      from given
      on conflict do nothing
      returning meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes
    )
    select given.number from given join kept on (kept.meter_id, kept.measured_at, kept.class, kept.sequence) =
        (given.meter_id, given.measured_at, given.class, given.sequence)
      and (kept.gallons, kept.flow_time, kept.events, kept.hours, kept.register, kept.minutes)
        is not distinct from (given.gallons, given.flow_time, given.events, given.hours, given.register, given.minutes)`;
  const excess = rows.length > 0 ? await dropExcess(tx, propertyId, losers, at) : new Set<string>();
  const kept: PlacedReading[] = [];
  const recorded = new Set<string>();
  for (const { number } of rows) {
    const loser = losers[number];
    if (loser === undefined) continue;
    // The same value twice in one batch is recorded once.
    const key = JSON.stringify([loser.placed.meter.meterId, loser.placed.day.day, loser.value]);
    if (!loser.isNew || recorded.has(key) || excess.has(excessKey(loser, at[number] ?? ""))) continue;
    recorded.add(key);
    kept.push(loser.placed);
  }
  return kept;
}

const dropped = z.array(
  z.object({
    meter_id: z.number(),
    measured_at: z.date(),
    sequence: z.number(),
    volume: z.number(),
    flow_time: z.number().nullable(),
    events: z.number().nullable(),
    hours: z.number().nullable(),
    minutes: z.number().nullable(),
  }),
);

/** Drops the least values of devices where more than may be are kept. @returns their keys */
async function dropExcess(
  tx: Transactional,
  propertyId: number,
  losers: Superseded[],
  at: string[],
): Promise<Set<string>> {
  const { rows } = await sql`
    with places as (
      select distinct meter_id, measured_at
      from unnest(${losers.map(({ placed }) => placed.meter.meterId)}::bigint[], ${at}::timestamptz[])
        as v (meter_id, measured_at)
    ), ranked as (
      select s.*, row_number() over (
        partition by s.meter_id, s.measured_at, s.register is null, s.hours > 1, s.minutes
        order by s.sequence desc, coalesce(s.gallons, s.register) desc, coalesce(s.flow_time, -1) desc,
          coalesce(s.events, -1) desc, s.hours desc) as place
      from superseded_readings s join places p on (p.meter_id, p.measured_at) = (s.meter_id, s.measured_at)
      where s.property_id = ${propertyId} and s.class = 0
    )
    delete from superseded_readings s using ranked r
    where r.place > ${MAX_SUPERSEDED} and s.property_id = ${propertyId}
      and (s.meter_id, s.measured_at, s.class, s.sequence) = (r.meter_id, r.measured_at, r.class, r.sequence)
      and (s.gallons, s.flow_time, s.events, s.hours, s.register, s.minutes)
        is not distinct from (r.gallons, r.flow_time, r.events, r.hours, r.register, r.minutes)
    returning s.meter_id, s.measured_at, s.sequence, coalesce(s.gallons, s.register) as volume, s.flow_time, s.events,
      s.hours, s.minutes`.execute(tx);
  return new Set(
    dropped
      .parse(rows)
      .map((row) =>
        JSON.stringify([
          row.meter_id,
          row.measured_at.toISOString(),
          row.sequence,
          row.volume,
          row.flow_time,
          row.events,
          row.hours,
          row.minutes,
        ]),
      ),
  );
}

function excessKey({ placed, value }: Superseded, at: string): string {
  const { sequence, gallons, flowTime, events, hours, minutes, kind } = value;
  const covered = kind === "register" ? null : hours;
  const shape = [placed.meter.meterId, at, sequence, gallons, flowTime, events, covered, minutes];
  return value.class === 0 ? JSON.stringify(shape) : "";
}
