import { type RawBuilder, sql } from "kysely";
import { DEFAULT_MILLS } from "../costs/price-of-day.ts";
import type { WithinPeriod } from "../query/chosen-properties.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { runOf } from "./leak-list-figures.ts";
import { leakOf, leakOfKinds } from "./leaking-units.ts";

/** SQL: the prices of the organization of `owner`, a property, in thousandths of a dollar. */
const usualPrices = sql`
  select first_day, last_day, (price * 1000)::bigint as mills
  from organization_prices where organization_prices.organization_id = owner.organization_id ${optimizationFence}`;

/**
 * SQL: `own` and `usual`, the prices in thousandths of a dollar of the rows `leaking` of the property `owner`: that set
 * for the unit, and that of the organization. Read once for each property.
 */
const prices = sql`
  left join (
    select unit_id, first_day, last_day, (price * 1000)::bigint as mills
    from unit_prices where unit_prices.property_id = owner.property_id ${optimizationFence}
  ) own on own.unit_id = leaking.unit_id and leaking.day between own.first_day and own.last_day
  left join (${usualPrices}) usual on leaking.day between usual.first_day and usual.last_day`;

const expenseOf = (leaked: RawBuilder<number>) =>
  sql`sum(${leaked} * coalesce(own.mills, usual.mills, ${DEFAULT_MILLS}::bigint))`;

/**
 * SQL: the rows named `listed`, many places, with leak_expense: leak gallons of each day of the period times the price of a
 * gallon that day, in millionths of a dollar. Meters of a building or irrigation have their organization's price.
 */
export function withExpense(listed: string, within: WithinPeriod): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, coalesce(of_unit.expense, of_meter.expense, 0)::bigint as leak_expense
    from ${rows}
    left join (
      select owner.property_id, of_property.*
      from (
        select period.*, properties.organization_id
        from period join properties on properties.id = period.property_id
        where period.property_id in (select property_id from ${rows} where unit_id is not null)
      ) owner
      -- Property by property, in the index of days with leak gallons.
      cross join lateral (
        select leaking.unit_id, ${expenseOf(leakOf("leaking"))} as expense
        from unit_days leaking ${prices}
        where leaking.property_id = owner.property_id and ${within("owner", "leaking.day")} and ${leakOf("leaking")} > 0
        group by leaking.unit_id
      ) of_property
    ) of_unit on of_unit.property_id = ${rows}.property_id and of_unit.unit_id = ${rows}.unit_id
    left join (
      select place.property_id, place.meter_id,
        sum(leaking.leak_total * coalesce((usual.price * 1000)::bigint, ${DEFAULT_MILLS}::bigint)) as expense
      from ${rows} place
      join period on period.property_id = place.property_id
      join properties owner on owner.id = place.property_id
      join meter_days leaking on leaking.property_id = place.property_id and leaking.meter_id = place.meter_id
        and leaking.leak_total > 0 and ${within("period", "leaking.day")}
      left join organization_prices usual on usual.organization_id = owner.organization_id
        and leaking.day between usual.first_day and usual.last_day
      group by place.property_id, place.meter_id
    ) of_meter
      on of_meter.property_id = ${rows}.property_id and of_meter.meter_id = ${rows}.meter_id`;
}

/**
 * SQL, joins beside `rows`, places: of_unit.expense and of_meter.expense, one of which is null, what leaked on some days
 * of each place times the price of a gallon that day. Place by place, so that only the months of these days are opened.
 * @param leaked of a unit's day, a row `leaking` @param isIn whether a day, of the row `leaking`, is one of them
 */
function pricedDays(rows: RawBuilder<unknown>, leaked: RawBuilder<number>, isIn: RawBuilder<unknown>) {
  return sql`
    join properties owner on owner.id = ${rows}.property_id
    left join lateral (
      select ${expenseOf(leaked)} as expense
      from unit_days leaking
      left join (
        select first_day, last_day, (price * 1000)::bigint as mills
        from unit_prices where unit_prices.property_id = ${rows}.property_id and unit_prices.unit_id = ${rows}.unit_id
          ${optimizationFence}
      ) own on leaking.day between own.first_day and own.last_day
      left join (${usualPrices}) usual on leaking.day between usual.first_day and usual.last_day
      where leaking.property_id = ${rows}.property_id and leaking.unit_id = ${rows}.unit_id and ${isIn}
        and ${leakOf("leaking")} > 0
    ) of_unit on ${rows}.unit_id is not null
    left join lateral (
      select sum(leaking.leak_total * coalesce(usual.mills, ${DEFAULT_MILLS}::bigint)) as expense
      from meter_days leaking
      left join (${usualPrices}) usual on leaking.day between usual.first_day and usual.last_day
      where leaking.property_id = ${rows}.property_id and leaking.meter_id = ${rows}.meter_id and ${isIn}
        and leaking.leak_total > 0
    ) of_meter on ${rows}.meter_id is not null`;
}

/** SQL: the rows named `listed`, few places such as those of a page, with leak_expense as withExpense has it. */
export function withExpenseOfEach(listed: string, within: WithinPeriod): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, coalesce(of_unit.expense, of_meter.expense, 0)::bigint as leak_expense
    from ${rows}
    join period on period.property_id = ${rows}.property_id
    ${pricedDays(rows, leakOf("leaking"), within("period", "leaking.day"))}`;
}

/**
 * SQL: the rows named `listed`, places with leak_start_date and leak_end_date, with total_expense: the same of all days
 * since the leak's start, as total_gallons_leaked has them.
 */
export function withTotalExpense(listed: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  const inRun = sql`leaking.day between run.first_day and run.last_day`;
  return sql`
    select ${rows}.*, coalesce(of_unit.expense, of_meter.expense, 0)::bigint as total_expense
    from ${rows}
    cross join lateral ${runOf(listed)} run
    ${pricedDays(rows, leakOfKinds("leaking", listed), inRun)}`;
}
