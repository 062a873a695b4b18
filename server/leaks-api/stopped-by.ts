import { type RawBuilder, sql } from "kysely";
import type { StoppedBy } from "../../contract/leaks/leaks.ts";

const inPeriod = (instant: RawBuilder<unknown>) =>
  sql`(${instant} >= period.starts_at and ${instant} < period.ends_at)`;

/** SQL: `leak` may have been repaired or have ended in `period`; those that were are among these. */
export const mayHaveStopped = sql`(${inPeriod(sql`leak.ended_at`)} or (leak.property_id, leak.meter_id) in (
  select mark.property_id, mark.meter_id
  from period chosen join leak_repairs mark on mark.property_id = chosen.property_id
    and mark.repaired_at >= chosen.starts_at and mark.repaired_at < chosen.ends_at
))`;

/** SQL: `leak`, with its last repair as `word`, was stopped by one of these in `period`, or at any time. */
export function isStoppedBy(by: readonly StoppedBy[], hasPeriod: boolean): RawBuilder<unknown> {
  const at = (instant: RawBuilder<unknown>) => (hasPeriod ? inPeriod(instant) : sql`${instant} is not null`);
  return sql`(${by.includes("person")}::boolean and word.id is not null and ${at(sql`word.repaired_at`)}
    or ${by.includes("rule")}::boolean and word.id is null and not leak.suspected and ${at(sql`leak.ended_at`)})`;
}
