import { sql } from "kysely";
import { z } from "zod";
import { leakKind } from "../../../contract/leaks/leaks.ts";
import { programReader } from "../../language/reader.ts";
import { Evidence } from "../../leaks/state/leak.ts";
import { reasonOf } from "../../leaks-api/reason.ts";
import { asGallons } from "../../query/volume.ts";
import { attachedTo } from "../../readings/meter-day.ts";
import { AsRead, section } from "./section.ts";

const Leak = z.object({
  meter_id: z.int(),
  unit_id: z.int().nullable(),
  leak_type: leakKind,
  started_at: z.date(),
  opened_at: z.date(),
  last_confirmed_at: z.date(),
  ended_at: z.date().nullable(),
  suspected: z.boolean(),
  rules: z.array(z.string()),
  confidence: z.string(),
  gallons_total: z.int(),
  evidence: Evidence,
  attached_to: z.enum(attachedTo),
});

const LeakCase = z.looseObject({ gallons_total: z.int() });

/** A photo has some hundred kilobytes, and more in base64. */
const PHOTOS_AT_ONCE = 4;

/** Leaks with the evidence of their rules, their repairs, their cases with what people reported, and the alerts. */
export const leakSections = [
  section(
    "leaks",
    Leak,
    (id) => sql`
      select leaks.meter_id, leaks.unit_id, leaks.kind as leak_type, leaks.started_at, leaks.opened_at,
        leaks.last_confirmed_at, leaks.ended_at, leaks.suspected, leaks.rules, leaks.confidence, leaks.gallons_total,
        leaks.evidence, point.attached_to
      from leaks
      cross join lateral (
        select meter_points.attached_to
        from meter_services service
        join meter_points on meter_points.property_id = service.property_id and meter_points.id = service.point_id
        where service.property_id = leaks.property_id and service.meter_id = leaks.meter_id
        order by service.began_at is null or service.began_at <= leaks.started_at desc,
          service.began_at desc nulls last limit 1
      ) point
      where leaks.property_id = ${id} order by leaks.meter_id, leaks.started_at`,
    ({ gallons_total, evidence, ...leak }) => ({
      ...leak,
      total_gallons_leaked: asGallons(gallons_total),
      reasons: evidence.map((one) => reasonOf(one, leak.attached_to, programReader)),
    }),
  ),
  section(
    "leak_repairs",
    AsRead,
    (id) => sql`
      select id, meter_id, repaired_at, note, made_by, made_at, undone_at, undone_by
      from leak_repairs where property_id = ${id} order by id`,
  ),
  section(
    "leak_cases",
    LeakCase,
    (id) => sql`
      select leak_cases.id, unit_id, meter_id, cause, kinds, started_at, ended_at, over_at, state, assignee, vendor, gallons_total,
        (
          select coalesce(json_agg(json_build_object('date', day, 'gallons', gallons / 1000.0) order by day), '[]')
          from leak_case_days days where days.property_id = leak_cases.property_id and days.case_id = leak_cases.id
        ) as days
      from leak_cases where property_id = ${id} order by id`,
    ({ gallons_total, ...one }) => ({ ...one, total_gallons_leaked: asGallons(gallons_total) }),
  ),
  section(
    "leak_case_photos",
    AsRead,
    (id) => sql`
      select id, event_id, width, height, replace(encode(content, 'base64'), chr(10), '') as jpeg, made_by, made_at
      from leak_case_photos where property_id = ${id} and event_id is not null order by id`,
    (photo) => photo,
    PHOTOS_AT_ONCE,
  ),
  section(
    "leak_case_events",
    AsRead,
    (id) => sql`
      select id, case when place > 0 then place end as unit_id, case when place < 0 then -place end as meter_id, cause, kind,
        at, note, assignee, vendor, link_expires_at, link_language, link_event_id, finding, cause_code, minutes, cost::float8 as cost, work_order, reason, until::text as until, tagged_meter_id, made_by,
        made_at, undone_at, undone_by
      from leak_case_events where property_id = ${id} order by id`,
  ),
  section(
    "notifications",
    AsRead,
    (id) => sql`
      select id, kind, case_id, alert_id, created_at from outbox where property_id = ${id} order by id`,
  ),
  section(
    "alerts",
    AsRead,
    (id) => sql`
      select id, kind, case_id, meter_id, unit_id, device, device_id, began_at, opened_at, closed_at, dismissed_for,
        snoozed_until::text as snoozed_until, decision_note, decided_by
      from alerts where property_id = ${id} order by id`,
  ),
];
