import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { type Text, text } from "../../problem/text.ts";
import type { DayValue } from "../days/merge-day.ts";
import { mostOf, type PlacedReading } from "../place/place-reading.ts";
import { atRow, type Outcome, type Reading } from "../reading.ts";

const Kept = z.object({
  meter_id: z.int(),
  measured_at: z.date(),
  sequence: z.int(),
  gallons: z.int(),
  flow_time: z.number().nullable(),
  events: z.int().nullable(),
  hours: z.int(),
  minutes: z.int().nullable(),
});

/**
 * Keeps volumes beyond what their point can pass, not counted until a person accepts them. What was decided about one
 * stays decided when it comes again.
 * @returns those that were not kept before
 */
export async function keepQuarantined(
  tx: Transactional,
  propertyId: number,
  given: { placed: PlacedReading; value: DayValue }[],
): Promise<PlacedReading[]> {
  if (given.length === 0) return [];
  const column = <T>(pick: (value: DayValue, placed: PlacedReading) => T) =>
    given.map(({ value, placed }) => pick(value, placed));
  const kept = await queryRows(tx, Kept)`
    insert into quarantined_readings
      (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, most, minutes)
    select ${propertyId}::bigint, v.* from unnest(${column((_, { meter }) => meter.meterId)}::bigint[],
      ${column((_, { at }) => new Date(at).toISOString())}::timestamptz[],
      ${column((value) => value.class)}::smallint[], ${column((value) => value.sequence)}::bigint[],
      ${column((value) => value.gallons)}::bigint[], ${column((value) => value.flowTime)}::real[],
      ${column((value) => value.events)}::smallint[], ${column((value) => value.hours)}::smallint[],
      ${column((_, placed) => mostOf(placed))}::bigint[], ${column((value) => value.minutes)}::smallint[]) as v
    on conflict do nothing
    returning meter_id, measured_at, sequence, gallons, flow_time, events, hours, minutes`;
  const isNew = new Set(
    kept.map(({ meter_id, measured_at, sequence, gallons, flow_time, events, hours, minutes }) =>
      keyOf(meter_id, measured_at.getTime(), sequence, gallons, flow_time, events, hours, minutes),
    ),
  );
  return given.flatMap(({ placed, value }) => {
    const { sequence, gallons, flowTime, events, hours, minutes } = value;
    const key = keyOf(placed.meter.meterId, placed.at, sequence, gallons, flowTime, events, hours, minutes);
    return isNew.delete(key) ? [placed] : [];
  });
}

/** Volumes in quarantine that came again when their point was allowed to pass them: nobody needs to decide on them. */
export async function acceptQuarantined(
  tx: Transactional,
  propertyId: number,
  given: { placed: PlacedReading; value: DayValue }[],
): Promise<void> {
  if (given.length === 0) return;
  const column = <T>(pick: (value: DayValue, placed: PlacedReading) => T) =>
    given.map(({ value, placed }) => pick(value, placed));
  await sql`
    update quarantined_readings q set decision = 'accepted'
    from unnest(${column((_, { meter }) => meter.meterId)}::bigint[],
      ${column((_, { at }) => new Date(at).toISOString())}::timestamptz[],
      ${column((value) => value.sequence)}::bigint[], ${column((value) => value.gallons)}::bigint[],
      ${column((value) => value.flowTime)}::real[], ${column((value) => value.events)}::smallint[],
      ${column((value) => value.hours)}::smallint[], ${column((value) => value.minutes)}::smallint[])
      as v (meter_id, measured_at, sequence, gallons, flow_time, events, hours, minutes)
    where q.property_id = ${propertyId} and q.meter_id = v.meter_id and q.measured_at = v.measured_at and q.class = 0
      and q.decision is null and q.sequence = v.sequence and q.gallons = v.gallons and q.hours = v.hours
      and (q.flow_time, q.events, q.minutes) is not distinct from (v.flow_time, v.events, v.minutes)`.execute(tx);
}

const keyOf = (...parts: (number | null)[]) => parts.join(" ");

/** The outcome that the sender of such a volume gets. */
export function quarantinedOutcome(placed: PlacedReading): Outcome {
  const { reading, meter } = placed;
  const gallons = (thousandths: number) => (thousandths / 1000).toLocaleString("en-US");
  const span = spanOf(reading);
  const what = text`${gallons(reading.gallons)} gallons in ${span} is more than the ${gallons(mostOf(placed))} that meter "${meter.serial}" can pass. It is kept, and counts once a person accepts it.`;
  return { row: reading.row, status: "stored", code: "quarantined", reason: atRow(reading.row, what) };
}

function spanOf({ hours, minutes }: Reading): Text {
  if (minutes !== null && minutes < 60) return minutes === 1 ? text`a minute` : text`${minutes} minutes`;
  return hours === 1 ? text`an hour` : text`${hours} hours`;
}
