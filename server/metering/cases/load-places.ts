import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { type CaseEvent, caseEventKinds } from "../../leaks/cases/case-state.ts";
import { type CaseLeak, type LeakDay, leakKinds } from "../../leaks/cases/leak-case.ts";
import { type Confidence, confidences } from "../../leaks/state/leak.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";

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
    select coalesce(unit_id, -meter_id) as place, meter_id, kind, started_at, ended_at, last_confirmed_at, opened_at,
      gallons_total, confidence
    from leaks
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
  for (const { place, ...row } of await leakDays(tx, propertyId, wanted)) {
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
function leakDays(tx: Transactional, propertyId: number, places: number[]) {
  return queryRows(tx, DayRow)`
    with property as (
      select id, coalesce(days_from, '-infinity') as days_from from properties where id = ${propertyId}
    )
    select unit_id as place, day, toilet_leak as toilet, heater_leak as heater, other_leak as other
    from unit_days join property on property.id = unit_days.property_id
    where property_id = ${propertyId} and unit_id = any(${places}::bigint[]) and toilet_leak + heater_leak + other_leak > 0
      and day >= days_from
    union all
    select -meter_id, day, 0, 0, leak_total
    from all_meter_days join property on property.id = all_meter_days.property_id
    where property_id = ${propertyId} and leak_total > 0
      and meter_id = any(${places.filter((place) => place < 0).map((place) => -place)}::bigint[]) and day >= days_from
    union all
    select place, day, toilet_leak, heater_leak, other_leak
    from kept_leak_days join property on property.id = kept_leak_days.property_id
    where property_id = ${propertyId} and place = any(${places}::bigint[]) and day < days_from
    order by day`;
}
