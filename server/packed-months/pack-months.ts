import { sql } from "kysely";
import { z } from "zod";
import type { Connections, Transactional } from "../database/connect.ts";
import { lock, whileLocked } from "../database/locks.ts";
import { IdRow, numbers, queryRows } from "../database/query-rows.ts";
import type { Clock } from "../time/clock.ts";
import { DAY_MS } from "../time/durations.ts";
import { dayNumber, dayText } from "../time/local-day.ts";
import { packedUntilOf, unpackMonths } from "./unpack-months.ts";

/** Days after the end of a month until it is packed; by then late readings are rare and most leaks have ended. */
export const PACK_AFTER_DAYS = 40;

/** Meters packed in one transaction, during which ingest and refresh of their property wait. */
const METERS_PER_TRANSACTION = 200;

const MonthRow = z.object({ month: z.string() });
const PackedMonth = z.object({ property_id: z.int(), month: z.string(), meter_ids: numbers, months: z.int() });
const Extension = z.object({ extname: z.string() });
const KeyRow = z.object({ meter_id: z.int(), day: z.string() });

/** What a run packed. */
export interface Packed {
  properties: number;
  /** Days of meters. */
  days: number;
}

/**
 * Packs all months that ended long enough ago, property by property. Killed at any moment it resumes with the next run.
 * @param onMonth gets each month of a property with the days packed
 * @returns null when another server is packing
 */
export async function packMonths(
  connections: Connections,
  clock: Clock,
  onMonth: (done: { propertyId: number; month: string; days: number }) => void = () => {},
  isStopped: () => boolean = () => false,
): Promise<Packed | null> {
  const { worker } = connections;
  if (await isDistributed(connections))
    throw new Error("Packing is not supported on a database with the Citus extension.");
  const done = await whileLocked(worker, "packing", undefined, async () => {
    // Before this day, the month is over in every time zone.
    const before = Math.floor(clock() / DAY_MS) - PACK_AFTER_DAYS - 1;
    const properties = await queryRows(worker, IdRow)`select id from properties order by id`;
    const packed: Packed = { properties: 0, days: 0 };
    for (const { id } of properties) {
      let ofProperty = 0;
      for (const month of await monthsToPack(connections, id, before)) {
        if (isStopped()) return packed;
        const days = await packMonth(connections, id, month);
        if (days > 0) onMonth({ propertyId: id, month: month.slice(0, 7), days });
        ofProperty += days;
      }
      if (ofProperty > 0) packed.properties++;
      packed.days += ofProperty;
    }
    return packed;
  });
  return done?.result ?? null;
}

/**
 * Turns all packed months into rows again, as releases before packed months need them, month by month.
 * @returns null when another server is packing
 */
export async function unpackEverything(
  { worker }: Connections,
  onMonth: (done: { propertyId: number; month: string }) => void = () => {},
): Promise<{ months: number } | null> {
  const done = await whileLocked(worker, "packing", undefined, async () => {
    const packed = await queryRows(worker, PackedMonth)`
      select property_id, month, array_agg(meter_id)::float8[] as meter_ids, count(*) as months
      from packed_months group by property_id, month order by property_id, month`;
    for (const { property_id: propertyId, month, meter_ids } of packed) {
      await worker.transaction().execute(async (tx) => {
        await lock(tx, "propertyFigures", propertyId);
        await lock(tx, "readings", propertyId);
        const keys = meter_ids.map((meterId) => ({ meterId, day: dayNumber(month) }));
        await unpackMonths(tx, propertyId, keys, await packedUntilOf(tx, propertyId));
      });
      onMonth({ propertyId, month: month.slice(0, 7) });
    }
    await sql`update properties set packed_until = null where packed_until is not null`.execute(worker);
    return { months: packed.reduce((sum, row) => sum + row.months, 0) };
  });
  return done?.result ?? null;
}

/** Whether the database has the Citus extension, where months are not packed (see database/distribute.ts). */
export async function isDistributed({ worker }: Connections): Promise<boolean> {
  const found = await queryRows(worker, Extension)`select extname from pg_extension where extname = 'citus'`;
  return found.length > 0;
}

/** The months of a property, by their first days, that ended before a day and of which days can be packed. */
async function monthsToPack({ worker }: Connections, propertyId: number, before: number): Promise<string[]> {
  const rows = await queryRows(worker, MonthRow)`
    select distinct date_trunc('month', day::timestamp)::date as month from meter_days d
    where property_id = ${propertyId} and day < date_trunc('month', ${dayText(before)}::timestamp)::date and ${isPackable}
    order by month`;
  return rows.map(({ month }) => month);
}

/** SQL: whether a day `d` fits the packed format; the others stay rows of meter_days. */
const isPackable = sql`(
  d.lumps is null and d.interval_seconds is null and d.interval_estimated is null and d.intervals_until is null
  and not exists (select from unnest(d.gallons || d.leak_gallons) g where g < 0 or g >= 8388608)
  and not exists (select from unnest(d.flow_time) f where f < 0 or f > 126)
  and not exists (select from unnest(d.events) e where e < 0 or e > 254)
  and coalesce(d.gallons_total, 0) between 0 and 2147483647 and d.estimated_total between 0 and 2147483647
  and d.leak_total between 0 and 2147483647
  and coalesce(cardinality(d.gallons), d.hours) = d.hours and coalesce(cardinality(d.flow_time), d.hours) = d.hours
  and coalesce(cardinality(d.events), d.hours) = d.hours and coalesce(cardinality(d.sequences), d.hours) = d.hours
  and coalesce(cardinality(d.classes), d.hours) = d.hours and coalesce(cardinality(d.estimated), d.hours) = d.hours
  and coalesce(cardinality(d.leak_gallons), d.hours) = d.hours and array_position(d.leak_gallons, null) is null
  and cardinality(d.registers) is not distinct from cardinality(d.register_seconds)
  and coalesce(cardinality(d.registers), 1) > 0
  and coalesce(cardinality(d.register_sequences), cardinality(d.registers)) is not distinct from cardinality(d.registers)
  and coalesce(cardinality(d.register_classes), cardinality(d.registers)) is not distinct from cardinality(d.registers))`;

/** Packs a month of a property. @returns how many days of meters */
async function packMonth({ worker }: Connections, propertyId: number, month: string): Promise<number> {
  const meters = await queryRows(worker, IdRow)`
    select id from meters where property_id = ${propertyId} order by id`;
  let days = 0;
  for (let i = 0; i < meters.length; i += METERS_PER_TRANSACTION) {
    const ids = meters.slice(i, i + METERS_PER_TRANSACTION).map(({ id }) => id);
    days += await worker.transaction().execute((tx) => packIn(tx, propertyId, month, ids));
  }
  return days;
}

/** Packs one month of some meters in one transaction; the stored values do not change. */
async function packIn(tx: Transactional, propertyId: number, month: string, meterIds: number[]): Promise<number> {
  await lock(tx, "propertyFigures", propertyId);
  await lock(tx, "readings", propertyId);
  const span = sql`d.property_id = ${propertyId} and d.meter_id = any(${meterIds}::bigint[])
    and d.day >= ${month}::date and d.day < (${month}::date + interval '1 month')::date`;
  await sql`
    update properties set packed_until = greatest(packed_until, (${month}::date + interval '1 month')::date)
    where id = ${propertyId} and packed_until is distinct from greatest(packed_until, (${month}::date + interval '1 month')::date)`.execute(
    tx,
  );
  // A month that is packed already but has new rows is unpacked and packed again.
  const beside = await queryRows(tx, KeyRow)`
    select distinct on (d.meter_id) d.meter_id, d.day from meter_days d
    join packed_months p on p.property_id = d.property_id and p.meter_id = d.meter_id and p.month = ${month}::date
    where ${span} and ${isPackable}
    order by d.meter_id`;
  const keys = beside.map(({ meter_id, day }) => ({ meterId: meter_id, day: dayNumber(day) }));
  await unpackMonths(tx, propertyId, keys, await packedUntilOf(tx, propertyId));
  await sql`
    insert into packed_months (property_id, meter_id, month, day_count, days, hours_before, arrays, arrays_by_day,
      hours_measured, covered, gallons_totals, estimated_totals, leak_totals, flow_totals, events_totals, hours_with_flow,
      gallons_low, gallons_high, flow, sequences, classes, estimated, leak_low, leak_high, registers_before,
      first_second, first_register, second_unit, register_unit, second_steps_low, second_steps_high,
      register_steps_low, register_steps_high, register_sequences, register_classes)
    with chosen as materialized (
      select d.*, extract(day from d.day)::smallint as number,
        (d.gallons is not null)::int + 2 * (d.flow_time is not null)::int + 4 * (d.events is not null)::int
          + 8 * (d.sequences is not null)::int + 16 * (d.classes is not null)::int
          + 32 * (d.estimated is not null)::int + 64 * (d.leak_gallons is not null)::int
          + 128 * (d.registers is not null)::int + 256 * (d.register_sequences is not null)::int
          + 512 * (d.register_classes is not null)::int as arrays
      from meter_days d where ${span} and ${isPackable}
    ),
    step as materialized (
      select *, register - lag(register, 1, register) over by_time as step,
        second - lag(second, 1, second) over by_time as second_step
      from (
        select meter_id, number, 108000 * (number - 1) + r.second as second, r.register, r.place from chosen
        cross join lateral unnest(register_seconds, registers) with ordinality as r (second, register, place)
      ) read
      window by_time as (partition by meter_id order by number, place)
    ),
    form as materialized (
      select meter_id, (array_agg(second order by number, place))[1] as first_second,
        (array_agg(register order by number, place))[1] as first_register,
        case when bool_and(second_step % 60 = 0) then 60 else 1 end as second_unit,
        case when bool_and(step % 1000 = 0) then 1000 when bool_and(step % 100 = 0) then 100
          when bool_and(step % 10 = 0) then 10 else 1 end as unit
      from step group by meter_id
    ),
    day as materialized (
      select *, sum(hours) over so_far - hours as hours_before,
        sum(coalesce(cardinality(registers), 0)) over so_far - coalesce(cardinality(registers), 0) as registers_before
      from chosen
      where meter_id not in (
        select meter_id from step join form using (meter_id) where step / unit not between -8388608 and 8388607)
      window so_far as (partition by meter_id order by number)
    ),
    by_day as materialized (
      select meter_id, count(*) as day_count,
        case when max(number) > count(*) then array_agg(number::int::"char" order by number) end as days,
        case when bool_or(hours <> 24) then array_agg(hours_before::smallint order by number) || sum(hours)::smallint end as hours_before,
        max(arrays) as arrays, case when min(arrays) < max(arrays) then array_agg(arrays::smallint order by number) end as arrays_by_day,
        case when bool_or(hours_measured <> hours) then array_agg(hours_measured::int::"char" order by number) end as hours_measured,
        case when bool_or(covered <> 0) then array_agg(covered order by number) end as covered,
        case when bool_or(gallons_total is not null) then array_agg(gallons_total::int order by number) end as gallons_totals,
        case when bool_or(estimated_total > 0) then array_agg(estimated_total::int order by number) end as estimated_totals,
        case when bool_or(leak_total > 0) then array_agg(leak_total::int order by number) end as leak_totals,
        case when bool_or(flow_total is distinct from (select sum(f) from unnest(flow_time) f))
          then array_agg(flow_total order by number) end as flow_totals,
        case when bool_or(events_total is distinct from (select sum(e) from unnest(events) e))
          then array_agg(events_total order by number) end as events_totals,
        case when bool_or(hours_with_flow <> (select count(*) from unnest(gallons) g where g > 0))
          then array_agg(hours_with_flow order by number) end as hours_with_flow,
        case when bool_or(registers is not null)
          then array_agg(registers_before::int order by number) || sum(coalesce(cardinality(registers), 0))::int
          end as registers_before
      from day group by meter_id
    ),
    by_hour as materialized (
      select meter_id,
        case when bool_or(gallons is not null) then array_agg(case when gallons is null or g = 0 then null
          else coalesce((g & 65535) - 32768, -32768) end::smallint order by number, slot) end as gallons_low,
        case when max(g) > 65535 then array_agg(nullif(g >> 16, 0)::"char" order by number, slot) end as gallons_high,
        case when bool_or(flow_time is not null or events is not null) then array_agg(nullif(
          case when flow_time is null then 0 else coalesce(f, 127) end
            + 128 * case when events is null then 0 else coalesce(e, 255) end, 0)::smallint order by number, slot)
          end as flow,
        case when bool_or(sequences is not null) then array_agg(sequences[slot] order by number, slot) end as sequences,
        case when bool_or(classes is not null) then array_agg(classes[slot] order by number, slot) end as classes,
        case when bool_or(estimated is not null) then array_agg(estimated[slot] order by number, slot) end as estimated,
        case when bool_or(leak_gallons is not null) then array_agg(((nullif(l, 0) & 65535) - 32768)::smallint order by number, slot)
          end as leak_low,
        case when max(l) > 65535 then array_agg(nullif(l >> 16, 0)::"char" order by number, slot) end as leak_high
      from day
      cross join lateral (
        select slot, gallons[slot] as g, flow_time[slot]::int as f, events[slot]::int as e, leak_gallons[slot] as l
        from generate_series(1, hours) slot) hour
      group by meter_id
    ),
    by_register as materialized (
      select meter_id, array_agg(((s & 65535) - 32768)::smallint order by number, place) as seconds_low,
        case when max(s) > 65535 or min(s) < 0 then array_agg(nullif(s >> 16, 0)::"char" order by number, place) end as seconds_high,
        array_agg(((v & 65535) - 32768)::smallint order by number, place) as steps_low,
        case when max(v) > 65535 or min(v) < 0 then array_agg(nullif(v >> 16, 0)::"char" order by number, place) end as steps_high
      from (
        select meter_id, number, place, nullif(second_step / second_unit, 0) as s, nullif(step / unit, 0)::int as v
        from step join form using (meter_id)
        where step / unit between -8388608 and 8388607
      ) known group by meter_id
    ),
    register_orders as materialized (
      select meter_id,
        case when bool_or(register_sequences is not null) then array_agg(register_sequences[place] order by number, place) end as sequences,
        case when bool_or(register_classes is not null) then array_agg(register_classes[place] order by number, place) end as classes
      from day cross join lateral generate_series(1, cardinality(registers)) place group by meter_id
    )
    select ${propertyId}::bigint, by_day.meter_id, ${month}::date, day_count, days, hours_before, arrays, arrays_by_day,
      hours_measured, covered, gallons_totals, estimated_totals, leak_totals, flow_totals, events_totals, hours_with_flow,
      gallons_low, gallons_high, flow, by_hour.sequences, by_hour.classes, estimated, leak_low, leak_high,
      registers_before, first_second, first_register, second_unit, unit, seconds_low, seconds_high, steps_low, steps_high,
      register_orders.sequences, register_orders.classes
    from by_day join by_hour using (meter_id) left join form using (meter_id) left join by_register using (meter_id)
    left join register_orders using (meter_id)`.execute(tx);
  const gone = await sql`
    delete from meter_days d
    where ${span} and ${isPackable} and exists (
      select from packed_months p
      where p.property_id = ${propertyId} and p.meter_id = d.meter_id and p.month = ${month}::date)`.execute(tx);
  return Number(gone.numAffectedRows ?? 0);
}
