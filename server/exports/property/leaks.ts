import { sql } from "kysely";
import type { Evidence } from "../../leaks/leak.ts";
import { reasonOf } from "../../leaks-api/reason.ts";
import { asGallons } from "../../query/volume.ts";
import type { AttachedTo } from "../../readings/meter-day.ts";
import { section } from "./section.ts";

interface Leak {
  gallons_total: number;
  evidence: Evidence;
  attached_to: AttachedTo;
  [field: string]: unknown;
}

/** Leaks with the evidence of their rules, their repairs, and the alerts. */
export const leakSections = [
  section<Leak>(
    "leaks",
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
      reasons: evidence.map((one) => reasonOf(one, leak.attached_to)),
    }),
  ),
  section(
    "leak_repairs",
    (id) => sql`
      select id, meter_id, repaired_at, note, made_by, made_at, undone_at, undone_by
      from leak_repairs where property_id = ${id} order by id`,
  ),
  section(
    "alerts",
    (id) => sql`
      select id, kind, meter_id, unit_id, device, device_id, began_at, opened_at, closed_at
      from alerts where property_id = ${id} order by id`,
  ),
];
