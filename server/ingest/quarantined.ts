import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { HOUR_MS } from "../metering/meter-day.ts";
import type { DayValue } from "./merge-day.ts";
import { mostOf, type PlacedReading } from "./place-reading.ts";
import type { Outcome } from "./reading.ts";

interface Kept {
  meter_id: number;
  measured_at: Date;
  sequence: number;
  gallons: number;
  flow_time: number | null;
  events: number | null;
  hours: number;
}

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
  const kept = await sql<Kept>`
    insert into quarantined_readings
      (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, most)
    select ${propertyId}::bigint, v.* from unnest(${column((_, { meter }) => meter.meterId)}::bigint[],
      ${column((value, { day }) => new Date(day.startsAt + value.slot * HOUR_MS).toISOString())}::timestamptz[],
      ${column((value) => value.class)}::smallint[], ${column((value) => value.sequence)}::bigint[],
      ${column((value) => value.gallons)}::bigint[], ${column((value) => value.flowTime)}::smallint[],
      ${column((value) => value.events)}::smallint[], ${column((value) => value.hours)}::smallint[],
      ${column((_, placed) => mostOf(placed))}::bigint[]) as v
    on conflict do nothing
    returning meter_id, measured_at, sequence, gallons, flow_time, events, hours`.execute(tx);
  const isNew = new Set(
    kept.rows.map((row) =>
      keyOf(row.meter_id, row.measured_at.getTime(), row.sequence, row.gallons, row.flow_time, row.events, row.hours),
    ),
  );
  return given.flatMap(({ placed, value }) => {
    const at = placed.day.startsAt + value.slot * HOUR_MS;
    const { sequence, gallons, flowTime, events, hours } = value;
    const key = keyOf(placed.meter.meterId, at, sequence, gallons, flowTime, events, hours);
    return isNew.delete(key) ? [placed] : [];
  });
}

const keyOf = (...parts: (number | null)[]) => parts.join(" ");

/** What the sender of such a volume is told. */
export function quarantinedOutcome(placed: PlacedReading): Outcome {
  const { reading, meter } = placed;
  const gallons = (thousandths: number) => (thousandths / 1000).toLocaleString("en-US");
  const span = reading.hours === 1 ? "an hour" : `${reading.hours} hours`;
  const reason = `Row ${reading.row}: ${gallons(reading.gallons)} gallons in ${span} is more than the ${gallons(mostOf(placed))} that meter "${meter.serial}" can pass. It is kept, and counts once a person accepts it.`;
  return { row: reading.row, status: "stored", code: "quarantined", reason };
}
