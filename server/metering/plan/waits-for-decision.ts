import { type RawBuilder, sql } from "kysely";
import { localMidnight } from "../../time/local-midnight.ts";
import { OPEN_AFTER_DAYS } from "./retained.ts";

/**
 * SQL: `volume`, a row of quarantined_readings, waits for a person's decision: nobody decided on it, and it is in no
 * stretch that was rejected, in which it could not count.
 */
export function volumeWaits(volume: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${volume}.${column}`);
  const placedAt = volumePlacedAt(volume);
  return sql`(${of("decision")} is null and not exists (
    select from excluded_stretches rejected
    where rejected.property_id = ${of("property_id")} and rejected.meter_id = ${of("meter_id")}
      and rejected.from_at <= ${placedAt} - (${of("hours")} - 1) * interval '1 hour'
      and rejected.until_at > ${placedAt}))`;
}

/** SQL: the instant that decides in which stretch of time `volume` is, as of any value. */
export function volumePlacedAt(volume: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${volume}.${column}`);
  return sql`case when ${of("minutes")} is null then ${of("measured_at")}
    else date_trunc('minute', ${of("measured_at")} + interval '30 seconds')
      + ${of("minutes")} * interval '30 seconds' - interval '1 millisecond' end`;
}

/**
 * SQL: `finding`, a row of register_findings, waits for a person's decision: it is quarantined, and its registers are not
 * all of days that were closed, on which nobody can decide any more.
 */
export function registersWait(finding: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${finding}.${column}`);
  const since = localMidnight(sql`properties.hours_from + ${OPEN_AFTER_DAYS}::int`, sql`properties.time_zone`);
  return sql`(${of("is_quarantined")} and not exists (
    select from properties where properties.id = ${of("property_id")} and ${of("last_at")} < ${since}))`;
}
