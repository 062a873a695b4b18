import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import { volumesOfUnitDays } from "../metering/roll-up/add-up-days.ts";

const UnitsOfDay = z.object({ day: z.string(), units: z.int() });

/** Rows of unit_days that are added up in one statement. */
const ROWS_AT_ONCE = 200_000;

/** The sums that depend on prices of units, as columns of a property's days. */
const ownSums = Object.entries(volumesOfUnitDays).filter(([name]) => name.startsWith("own_"));

/**
 * Recalculates what the water of units with a price of their own costs, on the days of a property on which the price of
 * any unit changed. Only days with costs are recalculated; a price that begins tomorrow does no work here.
 * @param spans local days whose units' days are kept, both ends included; an end of null is open
 */
export async function addUpPricedDays(
  tx: Transactional,
  propertyId: number,
  spans: readonly { start_date: string; end_date?: string | null | undefined }[],
): Promise<void> {
  const found = await queryRows(tx, UnitsOfDay)`
    select day, (select count(distinct unit_id) from unit_prices where property_id = ${propertyId}) as units
    from property_days
    where property_id = ${propertyId} and exists (
      select from unnest(${spans.map(({ start_date }) => start_date)}::date[],
        ${spans.map(({ end_date }) => end_date ?? "infinity")}::date[]) as span (first_day, last_day)
      where day between first_day and last_day)
    order by day`;
  const days = found.map(({ day }) => day);
  const step = Math.max(1, Math.floor(ROWS_AT_ONCE / Math.max(1, found[0]?.units ?? 1)));
  for (let i = 0; i < days.length; i += step) await addUp(tx, propertyId, days.slice(i, i + step));
}

/** @param days that have rows already, sorted */
async function addUp(tx: Transactional, propertyId: number, days: readonly string[]): Promise<void> {
  const [first, last] = [days[0] ?? null, days.at(-1) ?? null];
  const columns = ownSums.map(([name]) => sql.ref(name));
  const set = (from: string) =>
    sql.join(ownSums.map(([name]) => sql`${sql.ref(name)} = coalesce(${sql.ref(`${from}.${name}`)}, 0)`));
  await sql`
    with priced as (
      select unit_days.*, units.bedrooms, unit_prices.price * 1000 as mills
      from unit_prices
      join units on units.property_id = unit_prices.property_id and units.id = unit_prices.unit_id
      join unit_days on unit_days.property_id = unit_prices.property_id and unit_days.unit_id = unit_prices.unit_id
        and unit_days.day between unit_prices.first_day and unit_prices.last_day
      where unit_prices.property_id = ${propertyId} and unit_prices.first_day <= ${last}::date
        and unit_prices.last_day >= ${first}::date
        and unit_days.day between ${first}::date and ${last}::date and unit_days.day = any(${days}::date[])
    ),
    own as (
      select day, bedrooms, ${sql.join(ownSums.map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`))}
      from priced group by day, bedrooms
    ),
    by_bedrooms as (
      update bedroom_days set ${set("own")}
      from bedroom_days before left join own on own.day = before.day and own.bedrooms = before.bedrooms
      where before.property_id = ${propertyId} and before.day = any(${days}::date[])
        and bedroom_days.property_id = before.property_id and bedroom_days.day = before.day
        and bedroom_days.bedrooms = before.bedrooms
      returning bedroom_days.day, ${sql.join(ownSums.map(([name]) => sql.ref(`bedroom_days.${name}`)))}
    ),
    whole as (
      select day, ${sql.join(columns.map((column) => sql`sum(${column})::bigint as ${column}`))}
      from by_bedrooms group by day
    )
    update property_days set ${set("whole")}
    from whole where property_days.property_id = ${propertyId} and property_days.day = whole.day`.execute(tx);
}
