import { type RawBuilder, sql } from "kysely";
import type { ChosenProperty } from "./chosen-properties.ts";
import { DEFAULT_MILLS } from "./price-of-day.ts";

/**
 * SQL, CTEs:
 * - `period` (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at): a
 *   row for each of these properties and periods;
 * - `span` (property_id, organization_id, is_previous, from_day, to_day, mills): its parts in which a gallon costs the same
 *   at units without a price of their own, in thousandths of a dollar. Mostly there is one, so that a price is multiplied
 *   with a sum and not with each day.
 */
export function periodSpans(periods: readonly (ChosenProperty & { isPrevious: boolean })[]): RawBuilder<unknown> {
  return sql`
    period as materialized (select * from ${periodRows(periods)}),
    price_span as materialized (
      select asked.prices_of, cut.from_day,
        coalesce(lead(cut.from_day) over (partition by asked.prices_of order by cut.from_day), asked.end_date + 1) - 1
          as to_day,
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
    span as materialized (
      select period.property_id, period.organization_id, period.is_previous, price_span.from_day, price_span.to_day,
        price_span.mills
      from period join price_span on price_span.prices_of = period.prices_of
    )`;
}

/** SQL: the periods as rows; those of one organization and the same days have one `prices_of`, which tells Postgres how few there are. */
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
