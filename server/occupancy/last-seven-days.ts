import { type RawBuilder, sql } from "kysely";
import { type AsOf, asOfSince, inLastDays } from "../query/as-of.ts";

/** Complete local days over which a unit's use is reported. */
const DAYS = 7;
/** Of these days, so many must have been read for a unit to look vacant: three quarters. */
const DAYS_READ_LEAST = 6;
/** Thousandths of a gallon in this period, below which a unit looks vacant. */
const LOOKS_VACANT_BELOW = 5_000;

/** SQL: `as_of` for `from`, as `inLastSevenDays` needs it. */
export const asOfWeek = asOfSince(DAYS + 1);

/** SQL: `day`, a column, is one of the last seven complete local days of `as_of`, which is from `asOfWeek`. */
export function inLastSevenDays(properties: readonly AsOf[], day: string): RawBuilder<unknown> {
  const column = sql.ref(day);
  return sql`(${inLastDays(properties, day, DAYS + 1)}
    and ${column} <= as_of.last_day and ${column} > as_of.last_day - ${DAYS}::int)`;
}

/**
 * SQL, a CTE over `as_of`: `unit_week` (property_id, unit_id, gallons, days_read), what units used in the last seven
 * complete local days, in thousandths of a gallon; null: nothing was measured.
 */
export function unitWeek(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`
    unit_week as (
      select unit_days.property_id, unit_days.unit_id, sum(unit_days.gallons)::bigint as gallons,
        count(*) filter (where unit_days.is_read) as days_read
      from ${asOfWeek} join unit_days on unit_days.property_id = as_of.property_id
      where ${inLastSevenDays(properties, "unit_days.day")}
      group by unit_days.property_id, unit_days.unit_id
    )`;
}

/**
 * SQL, a join: `unit_week` of one unit.
 * @param unit SQL: its ids, and the local day whose last seven days count
 */
export function weekOfUnit(unit: {
  propertyId: RawBuilder<unknown>;
  unitId: RawBuilder<unknown>;
  today: RawBuilder<unknown>;
}): RawBuilder<unknown> {
  return sql`
    cross join lateral (
      select sum(unit_days.gallons)::bigint as gallons, count(*) filter (where unit_days.is_read) as days_read
      from unit_days
      where unit_days.property_id = ${unit.propertyId} and unit_days.unit_id = ${unit.unitId}
        and unit_days.day < ${unit.today} and unit_days.day >= ${unit.today} - ${DAYS}::int
    ) unit_week`;
}

/**
 * SQL: a unit's occupancy, from its rows of `reported` and `unit_week`, either of which may be missing: that of the
 * source, else `looks vacant` when it was read and hardly used, else `unknown`.
 */
export const occupancyOf = sql`coalesce(reported.status,
  case when unit_week.days_read >= ${DAYS_READ_LEAST}::int and unit_week.gallons < ${LOOKS_VACANT_BELOW}::bigint
    then 'looks vacant' else 'unknown' end)`;
