import { type RawBuilder, sql } from "kysely";
import type { WithinPeriod } from "./chosen-properties.ts";
import { leakOf } from "./leaking-units.ts";
import { DEFAULT_MILLS } from "./price-of-day.ts";
import { settled } from "./settled.ts";

/** SQL: the prices of the rows `leaking` of a property `owner`: what was said of the unit and of its organization. */
const priced = sql`
  left join unit_prices own on own.property_id = leaking.property_id and own.unit_id = leaking.unit_id
    and leaking.day between own.first_day and own.last_day
  ${ofOrganization()}`;

function ofOrganization(): RawBuilder<unknown> {
  return sql`left join organization_prices usual on usual.organization_id = owner.organization_id
    and leaking.day between usual.first_day and usual.last_day`;
}

const unitExpense = sql`sum(${leakOf("leaking")} * coalesce((own.price * 1000)::bigint, (usual.price * 1000)::bigint,
  ${DEFAULT_MILLS}::bigint))`;
const meterExpense = sql`sum(leaking.leak_total * coalesce((usual.price * 1000)::bigint, ${DEFAULT_MILLS}::bigint))`;

/**
 * SQL: the rows named `listed`, places, with leak_expense: leak gallons of each day of the period times the price of a
 * gallon that day, in millionths of a dollar. Meters of a building or irrigation have their organization's price.
 */
export function withExpense(listed: string, within: WithinPeriod): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, coalesce(of_unit.expense, of_meter.expense, 0)::bigint as leak_expense
    from ${rows}
    left join (
      select place.property_id, place.unit_id, ${unitExpense} as expense
      from ${rows} place
      join period on period.property_id = place.property_id
      join properties owner on owner.id = place.property_id
      join unit_days leaking on leaking.property_id = place.property_id and leaking.unit_id = place.unit_id
        and ${within("period", "leaking.day")} and ${leakOf("leaking")} > 0
      ${priced}
      group by place.property_id, place.unit_id
    ) of_unit on of_unit.property_id = ${rows}.property_id and of_unit.unit_id = ${rows}.unit_id
    left join (
      select place.property_id, place.meter_id, ${meterExpense} as expense
      from ${rows} place
      join period on period.property_id = place.property_id
      join properties owner on owner.id = place.property_id
      join meter_days leaking on leaking.property_id = place.property_id and leaking.meter_id = place.meter_id
        and ${within("period", "leaking.day")} and leaking.leak_total > 0
      ${ofOrganization()}
      group by place.property_id, place.meter_id
    ) of_meter on of_meter.property_id = ${rows}.property_id and of_meter.meter_id = ${rows}.meter_id`;
}

/**
 * SQL: the rows named `listed`, places with leak_start_date and leak_end_date, with total_expense: the same of all days
 * since the leak's start, as total_gallons_leaked has them.
 */
export function withTotalExpense(listed: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  const sinceStart = sql`leaking.day >= place.leak_start_date
    and (place.leak_end_date is null or leaking.day <= place.leak_end_date)`;
  return sql`
    select ${rows}.*, coalesce(of_unit.expense, of_meter.expense, 0)::bigint as total_expense
    from ${rows}
    left join (
      select place.property_id, place.unit_id, ${unitExpense} as expense
      from (
        select property_id, min(leak_start_date) as first_day, max(coalesce(leak_end_date, 'infinity')) as last_day
        from ${rows} where unit_id is not null group by property_id ${settled}
      ) reach
      join properties owner on owner.id = reach.property_id
      join unit_days leaking on leaking.property_id = reach.property_id
        and leaking.day between reach.first_day and reach.last_day and ${leakOf("leaking")} > 0
      join ${rows} place on place.property_id = leaking.property_id and place.unit_id = leaking.unit_id and ${sinceStart}
      ${priced}
      group by place.property_id, place.unit_id
    ) of_unit on of_unit.property_id = ${rows}.property_id and of_unit.unit_id = ${rows}.unit_id
    left join (
      select place.property_id, place.meter_id, ${meterExpense} as expense
      from ${rows} place
      join properties owner on owner.id = place.property_id
      join meter_days leaking on leaking.property_id = place.property_id and leaking.meter_id = place.meter_id
        and ${sinceStart} and leaking.leak_total > 0
      ${ofOrganization()}
      group by place.property_id, place.meter_id
    ) of_meter on of_meter.property_id = ${rows}.property_id and of_meter.meter_id = ${rows}.meter_id`;
}
