import { type RawBuilder, sql } from "kysely";
import type { Scope, Transactional } from "../database/connect.ts";
import type { Clock } from "../time/clock.ts";
import { dayNumber, dayText, localDay, localDayAt } from "../time/local-day.ts";
import { chosenProperties, type PlaceParams } from "./chosen-properties.ts";
import { optimizationFence } from "./optimization-fence.ts";

/** A property at the instant as of which the state of its devices and units is reported. */
export interface AsOf {
  propertyId: number;
  timeZone: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Number of the local day that holds the instant, or ends with it. */
  day: number;
  /** Number of the last local day that is complete by then. */
  lastDay: number;
  /** The instant is now, not the end of a day that is over. */
  isNow: boolean;
}

/**
 * A property as of now (milliseconds), or as of the end of a local day (`yyyy-MM-dd`) that is over. Today and later
 * days are now.
 */
export function asOf(propertyId: number, timeZone: string, now: number, date?: string): AsOf {
  const today = localDayAt(timeZone, now).day;
  const day = date === undefined ? today : dayNumber(date);
  if (day >= today) return { propertyId, timeZone, at: now, day: today, lastDay: today - 1, isNow: true };
  return { propertyId, timeZone, at: localDay(timeZone, day).endsAt, day, lastDay: day, isNow: false };
}

/** The chosen properties of the scope as of a date, each in its own time zone. */
export async function propertiesAsOf(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams & { date?: string | undefined },
  clock: Clock,
): Promise<AsOf[]> {
  const { organization_id, property_id, date } = params;
  const chosen = await chosenProperties(scope, tx, { organization_id, property_id, days_ago: 0 }, clock);
  return chosen.map(({ propertyId, timeZone }) => asOf(propertyId, timeZone, clock(), date));
}

/** The same as a table expression for `from`: property_id, time_zone, at, day, last_day. */
export function asOfTable(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`(
    select * from unnest(
      ${properties.map((property) => property.propertyId)}::bigint[],
      ${properties.map((property) => property.timeZone)}::text[],
      ${properties.map((property) => new Date(property.at).toISOString())}::timestamptz[],
      ${properties.map((property) => dayText(property.day))}::date[],
      ${properties.map((property) => dayText(property.lastDay))}::date[]
    ) as as_of_table (property_id, time_zone, at, day, last_day)
  )`;
}

/** SQL: `as_of` for `from`, with `before`, the local day before the last `days` ones. */
export function asOfSince(days: number): RawBuilder<unknown> {
  return sql`(select *, day - ${days}::int as before from as_of ${optimizationFence}) as_of`;
}

/**
 * SQL: the column `day` lies in the last `days` local days up to the one of `as_of`, that one included, which is from
 * `asOfSince`. The outer days are given as constants too: only with those does Postgres prune the month partitions at
 * planning time.
 */
export function inLastDays(properties: readonly AsOf[], day: string, days: number): RawBuilder<unknown> {
  return sql`(${sql.ref(day)} > as_of.before and ${sql.ref(day)} <= as_of.day and ${inDays(properties, day, days)})`;
}

/** SQL: the column `day` lies in the days up to that of any of the properties, as constants. */
function inDays(properties: readonly AsOf[], day: string, days: number): RawBuilder<unknown> {
  const first = properties.reduce((least, property) => Math.min(least, property.day), 100_000) - days + 1;
  const last = properties.reduce((most, property) => Math.max(most, property.day), 0);
  return sql`${sql.ref(day)} between ${dayText(first)}::date and ${dayText(last)}::date`;
}
