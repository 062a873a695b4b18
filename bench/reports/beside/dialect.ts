import { dayText, localDay, localDayAt } from "../../../server/time/local-day.ts";
import { NOW } from "../data/now.ts";
import { ZONE } from "../data/sites.ts";

/** How one of the two others writes what they write differently. */
export interface Dialect {
  /** An instant, given in milliseconds. */
  instant(at: number): string;
  /** The local day of an hour of `readings`. */
  localDay(): string;
}

export const postgres: Dialect = {
  instant: (at) => `'${new Date(at).toISOString()}'::timestamptz`,
  localDay: () => `(readings.hour at time zone '${ZONE}')::date`,
};

export const duckdb: Dialect = {
  instant: (at) => `'${new Date(at).toISOString().replace("T", " ").replace("Z", "")}'::timestamp`,
  // Kept in a column of its own: the limit is what columns can do, not how fast zones are looked up.
  localDay: () => "readings.day",
};

/** The local day so many days before today, `yyyy-MM-dd`. */
export function dayAt(daysAgo: number): string {
  return dayText(localDayAt(ZONE, NOW).day - daysAgo);
}

/** SQL: the hours of `readings` in so many local days up to yesterday. */
export function within(dialect: Dialect, days: number): string {
  const today = localDayAt(ZONE, NOW).day;
  const [first, after] = [today - days, today].map((day) => dialect.instant(localDay(ZONE, day).startsAt));
  return `readings.hour >= ${first} and readings.hour < ${after}`;
}

/** SQL: hours with where their meter sits. */
export const placed = `readings
  join meters on meters.id = readings.meter_id`;

/** SQL: hours with where their meter sits, and what a gallon cost there and then. */
export const priced = `${placed}
  join properties on properties.id = meters.property_id
  left join prices own on own.unit_id = meters.unit_id and readings.hour >= own.starts_at and readings.hour < own.ends_at`;

/** SQL: that price, in thousandths of a dollar. */
export const mills = "coalesce(own.mills, properties.mills)::bigint";

/** SQL, a CTE: `meter_day`, the days of every meter; with `costs` also what leaked, and that times its price. */
export function meterDays(dialect: Dialect, days: number, costs: "costs" | null = null): string {
  return `meter_day as (
    select meters.property_id, meters.unit_id, meters.attached_to, ${dialect.localDay()} as day,
      meters.id as meter_id, sum(gallons) as gallons, sum(unit_gallons) as unit_gallons,
      ${costs === null ? "" : `sum(unit_leak) as unit_leak, sum(unit_leak * ${mills}) as leak_mills,`}
      count(*) filter (where measured) >= ${READ_HOURS} as is_read
    from ${costs === null ? placed : priced} where ${within(dialect, days)} and meters.unit_id is not null
    group by 1, 2, 3, 4, 5
  )`;
}

/** Three quarters of a day; no clock changes in the periods that ask for it. */
const READ_HOURS = 18;

/** SQL, a CTE: `fitted`, units with how many meters of each kind they have. */
export const fitted = `fitted as (
    select meters.unit_id, meters.property_id, greatest(max(units.bedrooms), 1) as bedrooms,
      count(*) filter (where attached_to in ('SPOE', 'DPOE')) as whole_meters,
      count(*) filter (where attached_to = 'Toilet') as toilets,
      count(*) filter (where attached_to = 'Water Heater') as heaters
    from meters join units on units.id = meters.unit_id group by 1, 2
  )`;
