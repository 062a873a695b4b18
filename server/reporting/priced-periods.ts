import { type RawBuilder, sql } from "kysely";
import { DEFAULT_MILLS } from "../costs/price-of-day.ts";
import type { ChosenProperty } from "../query/chosen-properties.ts";

/**
 * SQL, CTEs:
 * - `period` (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at): a
 *   row for each of these properties and periods;
 * - `priced`: the same with the columns that priceOfDay needs.
 */
export function pricedPeriods(periods: readonly (ChosenProperty & { isPrevious: boolean })[]): RawBuilder<unknown> {
  return sql`
    period as materialized (select * from ${periodRows(periods)}),
    price_span as (
      select asked.prices_of, cut.from_day,
        coalesce((select (price * 1000)::bigint from organization_prices prices
          where prices.organization_id = asked.organization_id
            and cut.from_day between prices.first_day and prices.last_day), ${DEFAULT_MILLS}::bigint) as mills
      from (select distinct on (prices_of) prices_of, organization_id, start_date, end_date from period) asked
      cross join lateral (
        select asked.start_date as from_day
        union select prices.first_day from organization_prices prices
          where prices.organization_id = asked.organization_id
            and prices.first_day > asked.start_date and prices.first_day <= asked.end_date
        union select prices.last_day + 1 from organization_prices prices
          where prices.organization_id = asked.organization_id
            and prices.last_day >= asked.start_date and prices.last_day < asked.end_date
      ) cut
    ),
    price_spans as materialized (
      select prices_of, case when count(*) = 1 then min(mills) end as only_mills,
        array_agg(from_day order by from_day) as from_days, array_agg(mills order by from_day) as mills
      from price_span group by prices_of
    ),
    priced as materialized (
      select period.*, price_spans.only_mills, price_spans.from_days, price_spans.mills
      from period join price_spans on price_spans.prices_of = period.prices_of
    )`;
}

/**
 * SQL: what a volume of a day costs in millionths of a dollar: that of units with a price of their own, and the rest at
 * the default one. Most periods have one price; else it is looked up by the days on which it changed.
 * @param volume column of `known`, a day of the row of `priced`; `own` and `ownCost`: of units with a price of their own
 */
export function costOfDay(volume: string, own: string, ownCost: string): RawBuilder<number> {
  const known = (column: string) => sql.ref(`known.${column}`);
  return sql<number>`(${known(ownCost)} + (${known(volume)} - ${known(own)})
    * case when priced.only_mills is not null then priced.only_mills
        else priced.mills[width_bucket(known.day, priced.from_days)] end)`;
}

/**
 * SQL: the periods as rows; those of one organization and the same days share a `prices_of`, so that Postgres estimates
 * how few there are.
 */
function periodRows(periods: readonly (ChosenProperty & { isPrevious: boolean })[]): RawBuilder<unknown> {
  const instant = (at: number) => new Date(at).toISOString();
  const keys = periods.map(({ organizationId, startDate, endDate }) => `${organizationId} ${startDate} ${endDate}`);
  const numbers = new Map([...new Set(keys)].map((key, number) => [key, number]));
  return sql`unnest(
    ${periods.map((period) => period.propertyId)}::bigint[],
    ${periods.map((period) => period.organizationId)}::bigint[],
    ${periods.map((period) => period.isPrevious)}::boolean[],
    ${periods.map((period) => period.timeZone)}::text[],
    ${periods.map((period) => period.startDate)}::date[],
    ${periods.map((period) => period.endDate)}::date[],
    ${periods.map((period) => period.lastDate)}::date[],
    ${periods.map((period) => instant(period.startsAt))}::timestamptz[],
    ${periods.map((period) => instant(period.endsAt))}::timestamptz[],
    ${keys.map((key) => numbers.get(key))}::int[]
  ) as listed (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at,
    prices_of)`;
}
