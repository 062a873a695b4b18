import { z } from "zod";
import type { CostEntry } from "../../../contract/costs/cost-entry.ts";
import type { PricesEffect } from "../../../contract/costs/gallon-prices.ts";
import { asDollars, DEFAULT_MILLS } from "../../costs/price-of-day.ts";
import { rejectDroppedDays } from "../../costs/reject-dropped-days.ts";
import { propertiesOfUnits } from "../../costs/units-in-scope.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { outerDates } from "../../query/chosen-properties.ts";
import type { PeriodParams } from "../../query/period.ts";
import type { Clock } from "../../time/clock.ts";
import { figures, reportDays } from "../figures.ts";
import { leakOf } from "../leak-definitions.ts";

const Row = z.object({
  property_id: z.int(),
  property_name: z.string(),
  units_count: z.int(),
  cost: z.int().nullable(),
  leak_cost: z.int().nullable(),
  more_cost: z.int(),
  more_leak_cost: z.int(),
});
type Row = z.output<typeof Row>;

/**
 * What new prices of units would make of the costs of a period at the properties of these units: what those cost by the
 * prices in force, and that with the new prices on the days that they cover. Exact, rounded once.
 * @param entries no two of them for the same unit and day
 * @throws ProblemError not_found when any unit is not in the scope; invalid_fields for days that were dropped
 */
export async function effectOfPrices(
  scope: Scope,
  tx: Transactional,
  params: PeriodParams & { costs: readonly CostEntry[] },
  clock: Clock,
): Promise<PricesEffect> {
  const propertyOf = await propertiesOfUnits(
    scope,
    tx,
    params.costs.flatMap(({ unit_ids }) => unit_ids),
  );
  await rejectDroppedDays(tx, propertyOf, params.costs);
  const { days_ago, start_date, end_date } = params;
  const places = { days_ago, start_date, end_date, property_id: [...new Set(propertyOf.values())] };
  const { properties, ctes } = await reportDays(scope, tx, places, clock);
  const [first, last] = outerDates(properties, params, clock);
  const unitPrices = params.costs.flatMap((entry) => [...new Set(entry.unit_ids)].map((unit) => ({ unit, entry })));
  const rows = await queryRows(tx, Row)`
    with ${ctes}, ${figures},
    new_price as materialized (
      select property_id, unit_id, first_day, last_day, price * 1000 as mills
      from unnest(
        ${unitPrices.map(({ unit }) => propertyOf.get(unit))}::bigint[], ${unitPrices.map(({ unit }) => unit)}::bigint[],
        ${unitPrices.map(({ entry }) => entry.start_date)}::date[],
        ${unitPrices.map(({ entry }) => entry.end_date ?? "infinity")}::date[], ${unitPrices.map(({ entry }) => entry.cost)}::numeric[]
      ) as listed (property_id, unit_id, first_day, last_day, price)
    ),
    -- By each day's new price less the one in force.
    more as (
      select new_price.property_id, count(distinct new_price.unit_id) as units,
        coalesce(sum(known.gallons * (new_price.mills - in_force.mills)), 0)::bigint as cost,
        coalesce(sum(${leakOf("known")} * (new_price.mills - in_force.mills)), 0)::bigint as leak_cost
      from new_price
      join period on period.property_id = new_price.property_id
      left join unit_days known on known.property_id = new_price.property_id and known.unit_id = new_price.unit_id
        and known.day between new_price.first_day and new_price.last_day
        and known.day between period.start_date and period.end_date and known.day between ${first}::date and ${last}::date
      left join unit_prices own on own.property_id = known.property_id and own.unit_id = known.unit_id
        and known.day between own.first_day and own.last_day
      left join organization_prices usual on usual.organization_id = period.organization_id
        and known.day between usual.first_day and usual.last_day
      cross join lateral (
        select coalesce(own.price * 1000, usual.price * 1000, ${DEFAULT_MILLS}::numeric) as mills
      ) in_force
      group by new_price.property_id
    )
    select figures.property_id, properties.name as property_name, more.units as units_count,
      figures.cost, figures.leak_cost, more.cost as more_cost, more.leak_cost as more_leak_cost
    from figures
    join more on more.property_id = figures.property_id
    join properties on properties.id = figures.property_id
    order by lower(properties.name), properties.id`;
  return {
    start_date: first,
    end_date: last,
    ...costsOf(rows),
    properties: rows.map((row) => ({
      property_id: row.property_id,
      property_name: row.property_name,
      units_count: row.units_count,
      ...costsOf([row]),
    })),
  };
}

function costsOf(rows: readonly Row[]) {
  const sum = (of: (row: Row) => number | null) => {
    const known = rows.map(of).filter((value) => value !== null);
    return known.length === 0 ? null : asDollars(known.reduce((total, value) => total + value, 0));
  };
  const plus = (value: number | null, more: number) => (value === null ? null : value + more);
  return {
    total_cost_before: sum(({ cost }) => cost),
    total_cost_after: sum(({ cost, more_cost }) => plus(cost, more_cost)),
    leak_cost_before: sum(({ leak_cost }) => leak_cost),
    leak_cost_after: sum(({ leak_cost, more_leak_cost }) => plus(leak_cost, more_leak_cost)),
  };
}
