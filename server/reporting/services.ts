import { sql } from "kysely";

/**
 * SQL of local days of service, for a query in which `service` is a row of meter_services and `period` one of the
 * period table. A service counts from the day on which it began up to the day before the one on which it ended, so
 * that a meter which moves to another point counts once that day.
 */
export const beganOn = sql`coalesce((service.began_at at time zone period.time_zone)::date, '-infinity'::date)`;
export const endedOn = sql`coalesce((service.ended_at at time zone period.time_zone)::date, 'infinity'::date)`;
