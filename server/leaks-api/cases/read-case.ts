import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  type CaseDay,
  type CaseEvent,
  caseEventKind,
  causeCode,
  noLeakReason,
  visitFinding,
  type WholeCase,
} from "../../../contract/leaks/cases.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { deadlines } from "../../leaks/cases/case-clock.ts";
import { leakKinds } from "../../leaks/cases/leak-case.ts";
import { caseOf } from "../../metering/cases/recalculate-cases.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import { attachedTo } from "../../readings/meter-day.ts";
import { newestReadings } from "../../reporting/leak-definitions.ts";
import type { Clock } from "../../time/clock.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import { CaseRow, caseRows, listedCase } from "./case-rows.ts";

/** Days shown before the first of a case, to see what was usual. */
const DAYS_BEFORE = 2;
/** The most days that are shown, the last ones. */
const MOST_DAYS = 400;

const DayRow = z.object({ day: z.string(), gallons: z.int().nullable(), leaked: z.int() });
const LeakRow = z.object({
  meter_serial_number: z.string(),
  attached_to: z.enum(attachedTo),
  started_at: z.date(),
  ended_at: z.date().nullable(),
});
const EventRow = z.object({
  id: z.int(),
  place: z.int(),
  cause: z.enum(leakKinds),
  kind: caseEventKind,
  at: z.date(),
  about_at: z.date(),
  note: z.string(),
  assignee: z.string().nullable(),
  vendor: z.string().nullable(),
  link_expires_at: z.date().nullable(),
  link_event_id: z.int().nullable(),
  finding: visitFinding.nullable(),
  cause_code: causeCode.nullable(),
  minutes: z.int().nullable(),
  cost: z.number().nullable(),
  work_order: z.string(),
  until: z.string().nullable(),
  reason: noLeakReason.nullable(),
  photos: z.array(z.object({ id: z.int(), width: z.int(), height: z.int() })),
  made_by: z.string(),
  made_at: z.date(),
  undone_at: z.date().nullable(),
  undone_by: z.string().nullable(),
});
export type EventRow = z.output<typeof EventRow>;

const SiblingRow = z.object({
  id: z.int(),
  cause: z.enum(leakKinds),
  started_at: z.date(),
  ended_at: z.date().nullable(),
});

/** @throws ProblemError not_found for a case that is unknown or out of scope */
export async function readCase(scope: Scope, tx: Transactional, id: number, clock: Clock): Promise<WholeCase> {
  const now = new Date(clock());
  const row = await queryRow(tx, CaseRow)`
    with page as materialized (
      select leak_cases.*, properties.time_zone, 1 as position
      from leak_cases join properties on properties.id = leak_cases.property_id
      where leak_cases.property_id = any(${scope.propertyIds}::bigint[]) and leak_cases.id = ${id}
        and properties.archived_at is null
    ), newest as (${newestReadings(sql`page`)})
    ${caseRows(sql`(${now}::timestamptz at time zone one.time_zone)::date`, now)}`;
  if (row === undefined) throw new ProblemError("not_found", text`Case not found.`);
  return {
    ...listedCase(row),
    clock: row.clock_rule?.rule ?? "none",
    deadlines: deadlinesOf(row),
    days: await caseDays(tx, row, clock()),
    leaks: await caseLeaks(tx, row),
    events: await caseEvents(tx, row),
  };
}

function deadlinesOf(row: CaseRow): WholeCase["deadlines"] {
  const { state, opened_at, acknowledged_at, visited_at, fixed_at, ended_at } = row;
  const times = {
    state: state === "cannot_verify" ? "fix_reported" : state,
    isInUnit: row.unit_id !== null,
    openedAt: opened_at.getTime(),
    acknowledgedAt: acknowledged_at?.getTime() ?? null,
    visitedAt: visited_at?.getTime() ?? null,
    fixedAt: fixed_at?.getTime() ?? null,
    endedAt: ended_at?.getTime() ?? null,
  } as const;
  return deadlines(row.clock_rule ?? { rule: "none" }, times, row.time_zone);
}

async function caseDays(tx: Transactional, row: CaseRow, now: number): Promise<CaseDay[]> {
  const dayAt = (at: number) => localDayAt(row.time_zone, at).day;
  const today = dayAt(now);
  const last = Math.min(today, row.over_at === null ? today : dayAt(row.over_at.getTime()) + DAYS_BEFORE);
  const first = Math.max(dayAt(row.started_at.getTime()) - DAYS_BEFORE, last - MOST_DAYS + 1);
  const volumes =
    row.unit_id === null
      ? sql`select day, gallons_total as gallons from all_meter_days
          where property_id = ${row.property_id} and meter_id = ${-row.place}
            ${allMeterDays.inMonths("all_meter_days", sql`${dayText(first)}::date`, sql`${dayText(last)}::date`)}`
      : sql`select day, gallons from unit_days where property_id = ${row.property_id} and unit_id = ${row.unit_id}`;
  const rows = await queryRows(tx, DayRow)`
    select coalesce(used.day, leaked.day) as day, used.gallons, coalesce(leaked.gallons, 0) as leaked
    from (
      select * from (${volumes}) volume where day between ${dayText(first)}::date and ${dayText(last)}::date
    ) used
    full join (
      select day, gallons from leak_case_days
      where property_id = ${row.property_id} and case_id = ${row.id} and day >= ${dayText(first)}::date
    ) leaked on leaked.day = used.day`;
  const known = new Map(rows.map((one) => [one.day, one]));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const day = dayText(first + index);
    const found = known.get(day);
    return {
      date: day,
      gallons_consumed: asGallons(found?.gallons ?? null),
      gallons_leaked: asGallons(found?.leaked ?? 0),
    };
  });
}

async function caseLeaks(tx: Transactional, row: CaseRow): Promise<WholeCase["leaks"]> {
  const rows = await queryRows(tx, LeakRow)`
    select meters.serial_number as meter_serial_number, point.attached_to, leaks.started_at, leaks.ended_at
    from leak_cases
    cross join unnest(meter_ids, leak_starts) as part (meter_id, started_at)
    join leaks on leaks.property_id = leak_cases.property_id and leaks.meter_id = part.meter_id
      and leaks.started_at = part.started_at
    join meters on meters.property_id = leaks.property_id and meters.id = leaks.meter_id
    cross join lateral (
      select meter_points.attached_to
      from meter_services service
      join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
      where service.property_id = leaks.property_id and service.meter_id = leaks.meter_id
      order by service.began_at is null or service.began_at <= leaks.started_at desc, service.began_at desc nulls last
      limit 1
    ) point
    where leak_cases.property_id = ${row.property_id} and leak_cases.id = ${row.id}
    order by leaks.started_at, meters.serial_number`;
  return rows.map((leak) => ({
    ...leak,
    started_at: leak.started_at.toISOString(),
    ended_at: leak.ended_at?.toISOString() ?? null,
  }));
}

/** The events of a case: those of its place that are about it and none of its siblings. */
async function caseEvents(tx: Transactional, { property_id, place, id }: CaseRow): Promise<CaseEvent[]> {
  const caseIdOf = await casesOfPlace(tx, property_id, place);
  const rows = await storedEvents(tx, property_id, sql`place = ${place}`);
  return rows.filter((event) => caseIdOf(event) === id).map(listedEvent);
}

/** Finds the case of a place that an event of it is about; undefined: there is none any more. */
export async function casesOfPlace(tx: Transactional, propertyId: number, place: number) {
  const rows = await queryRows(tx, SiblingRow)`
    select id, cause, started_at, ended_at from leak_cases
    where property_id = ${propertyId} and place = ${place} order by started_at`;
  const cases = rows.map(({ started_at, ended_at, ...one }) => ({
    ...one,
    startedAt: started_at.getTime(),
    endedAt: ended_at?.getTime() ?? null,
  }));
  return ({ cause, about_at, kind }: EventRow) => caseOf({ cause, kind, aboutAt: about_at.getTime() }, cases)?.id;
}

/** Events of a property, in the order in which they happened. @param condition SQL over leak_case_events */
export function storedEvents(
  tx: Transactional,
  propertyId: number,
  condition: RawBuilder<unknown>,
): Promise<EventRow[]> {
  return queryRows(tx, EventRow)`
    select id, place, cause, kind, at, about_at, note, assignee, vendor, link_expires_at, link_event_id, finding, cause_code, minutes, cost::float8 as cost, work_order, reason,
      until::text as until,
      (
        select coalesce(json_agg(json_build_object('id', photo.id, 'width', width, 'height', height) order by photo.id), '[]')
        from leak_case_photos photo
        where photo.property_id = leak_case_events.property_id and photo.event_id = leak_case_events.id
      ) as photos,
      made_by, made_at, undone_at, undone_by
    from leak_case_events
    where property_id = ${propertyId} and ${condition}
    order by at, id`;
}

/** An event as the wire has it. */
export function listedEvent({ place: _place, cause: _cause, about_at: _aboutAt, ...event }: EventRow): CaseEvent {
  return {
    ...event,
    at: event.at.toISOString(),
    link_expires_at: event.link_expires_at?.toISOString() ?? null,
    made_at: event.made_at.toISOString(),
    undone_at: event.undone_at?.toISOString() ?? null,
  };
}

export const caseReport = report("GET /v1/cases/{id}", { cache: "text" }, ({ scope, tx, params, clock }) =>
  readCase(scope, tx, params.id, clock),
);
