import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { type CaseEvent, caseEventKinds } from "../../leaks/cases/case-state.ts";
import { type CaseLeak, type LeakDay, leakKinds } from "../../leaks/cases/leak-case.ts";
import { type Confidence, confidences } from "../../leaks/state/leak.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import { localMidnight } from "../../time/local-midnight.ts";
import { servedAt, serviceOfLeak } from "./served-at.ts";

const LeakRow = z.object({
  place: z.int(),
  meter_id: z.int(),
  kind: z.enum(leakKinds),
  started_at: z.date(),
  ended_at: z.date().nullable(),
  last_confirmed_at: z.date(),
  opened_at: z.date(),
  gallons_total: z.int(),
  confidence: z.enum(confidences),
  point_id: z.int().nullable(),
  left_at: z.date().nullable(),
});

const DayRow = z.object({ place: z.int(), day: z.string(), toilet: z.int(), heater: z.int(), other: z.int() });

const EventRow = z.object({
  place: z.int(),
  id: z.int(),
  cause: z.enum(leakKinds),
  kind: z.enum(caseEventKinds),
  at: z.date(),
  about_at: z.date(),
  assignee: z.string().nullable(),
  vendor: z.string().nullable(),
  cost: z.number().nullable(),
  until: z.string().nullable(),
});

/** A leak with the confidence of its rules, and when they first held. */
export interface PlaceLeak extends CaseLeak {
  openedAt: number;
  confidence: Confidence;
  /** Where its meter was installed; null: nowhere. */
  pointId: number | null;
  /** When its meter left that place; null: it is there. */
  leftAt: number | null;
}

/** What a person reported at a place about the leak of a kind. */
export interface PlaceEvent extends CaseEvent {
  cause: CaseLeak["kind"];
  /** While the case that it is about ran, in milliseconds since the epoch. */
  aboutAt: number;
  /** Of an assignment; null: of nobody any more, or another event. */
  assignee: string | null;
  /** Of an assignment to a vendor, their name; null: another event. */
  vendor: string | null;
  /** Of a fix, what it cost; null: not reported, or another event. */
  cost: number | null;
  /** Of a snooze, the local day from which the case is back; null: another event. */
  until: string | null;
}

/** What the cases of a place follow from. */
export interface LeakPlace {
  /** The unit's id, or of a meter that belongs to none the negative of its id. */
  place: number;
  leaks: PlaceLeak[];
  days: LeakDay[];
  /** In the order in which they happened; without those that were undone. */
  events: PlaceEvent[];
}

/** Loads places of a property. @param places all of them when left out */
export async function loadPlaces(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  places?: readonly number[],
): Promise<LeakPlace[]> {
  return withDaysAndEvents(tx, propertyId, timeZone, await loadLeaks(tx, propertyId, places));
}

/** The leaks of places that are more than a suspicion, in the order of their starts. @param places all of them when left out */
export async function loadLeaks(
  tx: Transactional,
  propertyId: number,
  places?: readonly number[],
): Promise<Map<number, PlaceLeak[]>> {
  const [units, meters] = [places?.filter((place) => place > 0), places?.filter((place) => place < 0).map((id) => -id)];
  const ofPlaces = sql`(${places === undefined}::boolean or unit_id = any(${units ?? []}::bigint[])
    or unit_id is null and meter_id = any(${meters ?? []}::bigint[]))`;
  const rows = await queryRows(tx, LeakRow)`
    select coalesce(unit_id, -meter_id) as place, meter_id, kind, started_at, leaks.ended_at, last_confirmed_at, opened_at,
      gallons_total, confidence, served.point_id, served.ended_at as left_at
    from leaks
    left join lateral ${serviceOfLeak(sql`leaks`)} served on true
    where property_id = ${propertyId} and not suspected and ${ofPlaces}
    order by started_at, meter_id`;
  const found = new Map<number, PlaceLeak[]>();
  for (const { place, ...row } of rows) {
    const known = found.get(place) ?? [];
    found.set(place, known);
    known.push({
      meterId: row.meter_id,
      kind: row.kind,
      startedAt: row.started_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
      lastConfirmedAt: row.last_confirmed_at.getTime(),
      openedAt: row.opened_at.getTime(),
      gallons: row.gallons_total,
      confidence: row.confidence,
      pointId: row.point_id,
      leftAt: row.left_at?.getTime() ?? null,
    });
  }
  return found;
}

/** Places with their leaks, the days on which water leaked there, and what people reported. */
export async function withDaysAndEvents(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  leaks: ReadonlyMap<number, PlaceLeak[]>,
): Promise<LeakPlace[]> {
  if (leaks.size === 0) return [];
  const found = new Map(
    [...leaks].map(([place, of]): [number, LeakPlace] => [place, { place, leaks: of, days: [], events: [] }]),
  );
  const wanted = [...found.keys()];
  for (const { place, ...row } of await leakDays(tx, propertyId, timeZone, wanted)) {
    const { startsAt, endsAt } = localDay(timeZone, dayNumber(row.day));
    const leaked = { "toilet leak": row.toilet, "water heater": row.heater, "other leak": row.other };
    found.get(place)?.days.push({ day: row.day, startsAt, endsAt, leaked });
  }
  const events = await queryRows(tx, EventRow)`
    select place, id, cause, kind, at, about_at, assignee, vendor, cost::float8 as cost, until::text as until
    from leak_case_events
    where property_id = ${propertyId} and place = any(${wanted}::bigint[]) and undone_at is null
    order by at, id`;
  for (const { place, at, about_at, ...event } of events) {
    found.get(place)?.events.push({ ...event, at: at.getTime(), aboutAt: about_at.getTime() });
  }
  return [...found.values()];
}

/** Of days that retention dropped, as they were; of others from the days of units and meters. */
function leakDays(tx: Transactional, propertyId: number, timeZone: string, places: number[]) {
  const meters = sql`${places.filter((place) => place < 0).map((place) => -place)}::bigint[]`;
  const isKept = sql`known.day >= (select days_from from property)`;
  return queryRows(tx, DayRow)`
    with property as (
      select coalesce(days_from, '-infinity') as days_from from properties where id = ${propertyId}
    )
    select known.unit_id as place, known.day, known.toilet_leak as toilet, known.heater_leak as heater,
      known.other_leak as other
    from unit_days known
    where known.property_id = ${propertyId} and known.unit_id = any(${places}::bigint[])
      and known.toilet_leak + known.heater_leak + known.other_leak > 0 and ${isKept}
    union all
    select place, day, 0, 0, leaked from (${leakDaysOutsideUnits(propertyId, sql`${timeZone}::text`, meters, isKept)}) outside
    union all
    select known.place, known.day, known.toilet_leak, known.heater_leak, known.other_leak
    from kept_leak_days known
    where known.property_id = ${propertyId} and known.place = any(${places}::bigint[]) and not (${isKept})
    order by day`;
}

/**
 * SQL: place, day and leaked, the leak gallons of meters on days on which they were in no unit; of those that were in one at some
 * time, from the hours in which they were not. Where hours were dropped, a day belongs to where the meter was at its beginning.
 * @param days SQL about `known`, their days
 */
export function leakDaysOutsideUnits(
  propertyId: number,
  timeZone: RawBuilder<unknown>,
  meters: RawBuilder<unknown>,
  days: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const inUnits = sql`array(
    select service.meter_id from meter_services service
    join meter_points point on point.property_id = service.property_id and point.id = service.point_id
    where service.property_id = ${propertyId} and service.meter_id = any(${meters}) and point.unit_id is not null
  )`;
  const begins = sql`(begin.at + (hour.slot - 1) * interval '1 hour')`;
  return sql`
    select -known.meter_id as place, known.day, known.leak_total as leaked
    from all_meter_days known
    where known.property_id = ${propertyId} and known.meter_id = any(${meters}) and not known.meter_id = any(${inUnits})
      and known.leak_total > 0 and ${days}
    union all
    select -known.meter_id, known.day, sum(hour.leaked)::int
    from all_meter_days known
    cross join lateral (select ${localMidnight(sql`known.day`, timeZone)} as at ${optimizationFence}) begin
    cross join lateral unnest(coalesce(known.leak_gallons, array[known.leak_total])) with ordinality as hour (leaked, slot)
    cross join lateral ${servedAt(sql`${propertyId}`, sql`known.meter_id`, begins)} served
    join meter_points point on point.property_id = ${propertyId} and point.id = served.point_id and point.unit_id is null
    where known.property_id = ${propertyId} and known.meter_id = any(${inUnits}) and known.leak_total > 0
      and hour.leaked > 0 and ${days}
    group by known.meter_id, known.day`;
}
