import { sql } from "kysely";

/**
 * SQL of local days of service, for a query in which `service` is a row of meter_services and `period` one of the
 * period table. A service counts from the day on which it began up to the day before the one on which it ended, so
 * that a meter which moves to another point counts once that day.
 */
export const beganOn = sql`coalesce((service.began_at at time zone period.time_zone)::date, '-infinity'::date)`;
export const endedOn = sql`coalesce((service.ended_at at time zone period.time_zone)::date, 'infinity'::date)`;

/**
 * Whether `point` is top of its unit: its volume is the unit's. SPOE is; without one DPOE are; without these the
 * fixtures are. Building and irrigation points belong to no unit.
 */
export const isTopOfUnit = sql`(point.unit_id is not null and not exists (
  select from meter_points above
  where above.property_id = point.property_id and above.building_id = point.building_id
    and above.unit_id = point.unit_id
    and (above.attached_to = 'SPOE' and point.attached_to <> 'SPOE'
      or above.attached_to = 'DPOE' and point.attached_to not in ('SPOE', 'DPOE'))))`;
