import { dayText, localDay, localDayAt } from "../../../server/metering/local-day.ts";
import { ZONE } from "../data/sites.ts";
import { NOW } from "../now.ts";

/** How one of the two others writes what they write differently. */
export interface Dialect {
  /** An instant, given in milliseconds. */
  instant(at: number): string;
  /** The local day of a column with instants. */
  localDay(column: string): string;
}

export const postgres: Dialect = {
  instant: (at) => `'${new Date(at).toISOString()}'::timestamptz`,
  localDay: (column) => `(${column} at time zone '${ZONE}')::date`,
};

export const duckdb: Dialect = {
  instant: (at) => `'${new Date(at).toISOString().replace("T", " ").replace("Z", "")}'::timestamp`,
  localDay: (column) => `((${column} at time zone 'UTC') at time zone '${ZONE}')::date`,
};

/** Local days, as many as `days`, up to the one `before` days before yesterday. */
export interface Span {
  days: number;
  before: number;
}

/** The local day at a distance from today, `yyyy-MM-dd`. */
export function dayAt(daysAgo: number): string {
  return dayText(localDayAt(ZONE, NOW).day - daysAgo);
}

/** SQL: the hours of `readings` in these days. */
export function within(dialect: Dialect, { days, before }: Span): string {
  const today = localDayAt(ZONE, NOW).day;
  const [first, after] = [today - before - days, today - before].map((day) =>
    dialect.instant(localDay(ZONE, day).startsAt),
  );
  return `readings.hour >= ${first} and readings.hour < ${after}`;
}

/** SQL: hours with where their meter sits. */
export const placed = `readings
  join meters on meters.id = readings.meter_id`;

/** SQL: hours with where their meter sits, and thousandths of a dollar per gallon there and then as `price.mills`. */
export const priced = `${placed}
  join properties on properties.id = meters.property_id
  left join prices own on own.unit_id = meters.unit_id and readings.hour >= own.starts_at and readings.hour < own.ends_at`;

/** SQL: that price. */
export const mills = "coalesce(own.mills, properties.mills)::bigint";
