import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { servicesInUnits } from "../../metering/inventory/top-of-unit.ts";
import { OPEN_AFTER_DAYS } from "../../metering/plan/retained.ts";
import { type Text, text } from "../../problem/text.ts";
import { localMidnight } from "../../time/local-midnight.ts";
import { hasHistory } from "./has-history.ts";

/** The first local day of a meter at its place; null: it has been there all along. */
export interface InServiceSince {
  serial: string;
  /** `yyyy-MM-dd` in the property's time zone. */
  since: string | null;
}

const Judged = z.object({
  serial: z.string(),
  is_placed: z.boolean(),
  is_future: z.boolean(),
  is_swapped: z.boolean(),
  /** Who was at the place, or where else the meter was: it cannot be here before. */
  earlier_serial: z.string().nullable(),
  free_from: z.string().nullable(),
  /** The first day that can still be processed, where days before it would change. */
  open_from: z.string().nullable(),
});

/**
 * Sets since when meters are in service at their present places: from the start of the local day or, on the day on which
 * the place became free, from then on. Days before it are counted without them.
 * @param now milliseconds since the epoch
 * @returns why it is not possible, by serial number; those meters are left as they are
 */
export async function setInServiceSince(
  tx: Transactional,
  propertyId: number,
  given: readonly InServiceSince[],
  now: number,
): Promise<Map<string, Text>> {
  if (given.length === 0) return new Map();
  const judged = await queryRows(tx, Judged)`
    with given as (
      select serial, since from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (serial text, since date)
    ), judged as (
      select given.serial, given.since, service.id, earlier.serial as earlier_serial, earlier.ended_at as free_at,
        (earlier.ended_at at time zone properties.time_zone)::date as free_from, closed.open_from,
        given.since > (${new Date(now)}::timestamptz at time zone properties.time_zone)::date as is_future,
        ${localMidnight(sql`given.since`, sql`properties.time_zone`)} as begins_at,
        exists (select from repairs
          where repairs.property_id = properties.id and repairs.kind = 'swap' and repairs.undone_at is null
            and (repairs.effect #>> '{facts,swap,newServiceId}')::bigint = service.id) as is_swapped
      from given
      join properties on properties.id = ${propertyId}
      join meters on meters.property_id = properties.id and meters.serial_number = given.serial
      left join meter_services service on service.property_id = meters.property_id and service.meter_id = meters.id
        and service.ended_at is null
      left join lateral (
        select m.serial_number as serial, s.ended_at from meter_services s
        join meters m on m.property_id = s.property_id and m.id = s.meter_id
        where s.property_id = meters.property_id and s.ended_at is not null
          and (s.meter_id = meters.id or (s.point_id = service.point_id and ${hasHistory}))
        order by s.ended_at desc limit 1
      ) earlier on true
      left join lateral (
        select open.open_from
        from (select properties.hours_from + ${OPEN_AFTER_DAYS}::int as open_from) open
        where coalesce(given.since, '-infinity') < open.open_from and exists (
            select from meter_points here
            join meter_points point on point.property_id = here.property_id
              and (point.id = here.id or point.unit_id = here.unit_id)
            join meter_services s on s.property_id = point.property_id and s.point_id = point.id
            join meters m on m.property_id = s.property_id and m.id = s.meter_id
            where here.property_id = service.property_id and here.id = service.point_id and ${hasHistory})
          or coalesce(service.began_at, '-infinity') < ${localMidnight(sql`open.open_from`, sql`properties.time_zone`)}
            and exists (select from meters m where m.property_id = meters.property_id and m.id = meters.id and ${hasHistory})
      ) closed on true
    ), changed as (
      update meter_services set began_at = greatest(judged.begins_at, judged.free_at) from judged
      where meter_services.property_id = ${propertyId} and meter_services.id = judged.id and not judged.is_swapped
        and judged.is_future is not true and judged.open_from is null and (judged.free_from is null or judged.since >= judged.free_from)
      returning meter_services.id
    )
    select serial, id is not null as is_placed, coalesce(is_future, false) as is_future, is_swapped, earlier_serial,
      free_from::text as free_from, open_from::text as open_from
    from judged where not exists (select from changed where changed.id = judged.id)`;
  return new Map(judged.map((row) => [row.serial, reasonOf(row)]));
}

function reasonOf(judged: z.output<typeof Judged>): Text {
  const { serial, earlier_serial, free_from, open_from } = judged;
  if (!judged.is_placed) return text`Meter "${serial}" is in no place. Put it at a point first.`;
  if (judged.is_swapped) return text`Meter "${serial}" is here since its swap. Undo the swap to change that.`;
  if (judged.is_future)
    return text`Meter "${serial}" cannot be in service from a day to come. Give today or an earlier day.`;
  if (open_from !== null) {
    return text`Days before ${open_from} are archived and stay as they are. The first day of meter "${serial}" has to be, and to have been, that day or a later one.`;
  }
  const until = free_from ?? "";
  if (earlier_serial === serial) {
    return text`Meter "${serial}" was at another place until ${until}. Give that day or a later one.`;
  }
  return text`Meter "${earlier_serial ?? ""}" was here until ${until}. Give that day or a later one.`;
}

const SerialRow = z.object({ serial: z.string() });

/**
 * Meters of these whose presence on earlier days, on which other meters of their unit have readings, would change the
 * unit's past: whether it is read, and how much it used, follows its top meters; the use of its toilets or heaters needs
 * all of them.
 * @param now milliseconds since the epoch
 * @returns their serial numbers: for each a person has to give its first day
 */
export async function metersThatNeedFirstDay(
  tx: Transactional,
  propertyId: number,
  serials: readonly string[],
  now: number,
): Promise<Set<string>> {
  if (serials.length === 0) return new Set();
  const found = await queryRows(tx, SerialRow)`
    with served as materialized (
      select served.*, point.attached_to
      from ${servicesInUnits(sql`(select id as property_id, time_zone from properties where id = ${propertyId})`)} served
      join meter_points point on point.property_id = served.property_id and point.id = served.point_id
    )
    select distinct m.serial_number as serial
    from served own
    join meters m on m.property_id = own.property_id and m.id = own.meter_id
      and m.serial_number = any(${[...serials]}::text[])
    join properties on properties.id = own.property_id
    cross join lateral (select own.days * daterange(null, (${new Date(now)}::timestamptz at time zone properties.time_zone)::date) as days) past
    where upper(own.days) = 'infinity' and exists (
      select from served beside
      join meters m on m.property_id = beside.property_id and m.id = beside.meter_id
      where beside.unit_id = own.unit_id and beside.meter_id <> own.meter_id and beside.days && past.days
        and (beside.attached_to = own.attached_to or own.top_days && datemultirange(beside.days * past.days))
        and ${hasHistory})`;
  return new Set(found.map(({ serial }) => serial));
}

/** The message about such a meter without a first day. */
export function firstDayRequired(serial: string): Text {
  return text`other meters of its unit have readings already, and days on which "${serial}" has none would no longer count as read. Write its first day there, as 2026-01-31, or "always" if its readings of the time before follow.`;
}

/**
 * Keeps the first days of service before the property's time zone changes. A property whose time zone can change has no
 * readings, so that each service began at a local midnight.
 */
export async function keepFirstDays(tx: Transactional, propertyId: number, timeZone: string): Promise<void> {
  const day = sql`(began_at at time zone (select time_zone from properties where id = ${propertyId}))::date`;
  await sql`
    update meter_services set began_at = ${localMidnight(day, sql`${timeZone}::text`)}
    where property_id = ${propertyId} and began_at is not null`.execute(tx);
}
