import { type RawBuilder, sql } from "kysely";
import type { Performance } from "../../contract/reporting/reporting.ts";

/** A leak percentage below which a property is on track, and below which it is an opportunity; else critical. */
export const ON_TRACK_BELOW = 10;
const OPPORTUNITIES_BELOW = 25;
/** A property's day counts as read when this percentage of its units' top meters were read. */
const READ_FROM = 80;

/** The classes in the order in which every screen lists them. */
export const classes: readonly Performance[] = ["on_track", "opportunities", "critical", "zero_usage"];

/** SQL: what a row of `figures` is; null: no meter reported. Compared in whole thousandths of a gallon, unrounded. */
export function performanceOf(figures: string): RawBuilder<Performance | null> {
  const of = (column: string) => sql.ref(`${figures}.${column}`);
  return sql`(case
    when coalesce(${of("meter_days_read")}, 0) = 0 or ${of("gallons")} is null then null
    when ${of("gallons")} = 0 then 'zero_usage'
    when ${of("leaked")} * 100 < ${of("gallons")} * ${ON_TRACK_BELOW}::int then 'on_track'
    when ${of("leaked")} * 100 < ${of("gallons")} * ${OPPORTUNITIES_BELOW}::int then 'opportunities'
    else 'critical' end)`;
}

/** SQL: the ranking of a property of a class: green, yellow and red by the same limits; null without a percentage. */
export function rankingOf(performance: RawBuilder<unknown>): RawBuilder<"green" | "yellow" | "red" | null> {
  return sql`(case ${performance} when 'on_track' then 'green' when 'opportunities' then 'yellow'
    when 'critical' then 'red' end)`;
}

/** SQL: leak gallons per hundred of consumption of a row of `figures`; null without consumption. */
export function leakPercentageOf(figures: string): RawBuilder<number | null> {
  const of = (column: string) => sql.ref(`${figures}.${column}`);
  return sql`(${of("leaked")} * 100.0::float8 / nullif(${of("gallons")}, 0))`;
}

/** SQL: gallons of whole units per bedroom and day that was read, of a row of `figures`; null without such days. */
export function gallonsPerBedroomOf(figures: string): RawBuilder<number | null> {
  const of = (column: string) => sql.ref(`${figures}.${column}`);
  return sql`(${of("whole_gallons")}::float8 / 1000 / nullif(${of("whole_bedrooms")}, 0))`;
}

/** SQL: a row with `top_meters` and `top_meters_read` is of a day on which enough of the property's top meters were read. */
export function isReadDay(row: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql`(${of("top_meters")} > 0 and ${of("top_meters_read")} * 100 >= ${of("top_meters")} * ${READ_FROM}::int)`;
}
