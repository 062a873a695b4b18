import { type RawBuilder, sql } from "kysely";

/**
 * SQL: the instant at which a local day begins, as localDay has it: where midnight comes twice the first of the two,
 * where clocks skip it the moment at which they do. Postgres by itself takes the second.
 */
export function localMidnight(day: RawBuilder<unknown>, timeZone: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`least((${day})::timestamp at time zone ${timeZone},
    (((${day})::timestamp - interval '1 hour') at time zone ${timeZone}) + interval '1 hour')`;
}
