import { type RawBuilder, sql } from "kysely";
import { DEFAULT_MILLS } from "./price-of-day.ts";

/**
 * SQL, joins to rows `one` with property_id and unit_id: the prices of a day of its unit (own) and of its organization (usual).
 * For many rows: for one, millsOf is cheaper. @param day SQL over `one`
 */
export function pricesOfDay(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    left join (
      select property_id, unit_id, first_day, last_day, price * 1000 as mills from unit_prices offset 0
    ) own on own.property_id = one.property_id and own.unit_id = one.unit_id
      and ${day} between own.first_day and own.last_day
    left join (
      select properties.id as property_id, first_day, last_day, price * 1000 as mills
      from organization_prices join properties on properties.organization_id = organization_prices.organization_id
    ) usual on usual.property_id = one.property_id and ${day} between usual.first_day and usual.last_day`;
}

/** SQL, with pricesOfDay: thousandths of a dollar for a gallon. */
export const millsOfDay = sql`coalesce(own.mills, usual.mills, ${DEFAULT_MILLS}::numeric)`;
