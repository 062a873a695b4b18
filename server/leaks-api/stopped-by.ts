import { type RawBuilder, sql } from "kysely";
import type { StoppedBy } from "../../contract/leaks/leaks.ts";

const inPeriod = (instant: RawBuilder<unknown>) =>
  sql`(${instant} >= period.starts_at and ${instant} < period.ends_at)`;

/** SQL: `leak` may have been repaired or have ended in `period`; those that were are among these. */
export const mayHaveStopped = sql`(${inPeriod(sql`leak.ended_at`)} or (leak.property_id, leak.meter_id) in (
  select said.property_id, said.meter_id
  from period asked join leak_repairs said on said.property_id = asked.property_id
    and said.repaired_at >= asked.starts_at and said.repaired_at < asked.ends_at
))`;

/** SQL: `leak`, with its last repair as `word`, was stopped by one of these in `period`, or at any time. */
export function isStoppedBy(by: readonly StoppedBy[], hasPeriod: boolean): RawBuilder<unknown> {
  const at = (instant: RawBuilder<unknown>) => (hasPeriod ? inPeriod(instant) : sql`${instant} is not null`);
  return sql`(${by.includes("person")}::boolean and word.id is not null and ${at(sql`word.repaired_at`)}
    or ${by.includes("rule")}::boolean and word.id is null and not leak.suspected and ${at(sql`leak.ended_at`)})`;
}
