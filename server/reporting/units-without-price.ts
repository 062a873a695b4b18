import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { type ChosenProperty, hasBedrooms } from "../query/chosen-properties.ts";
import type { FigureParams } from "./known-days.ts";

/**
 * How many of a report's units are counted at the default price on the last day of their period: no price of the unit
 * or of its organization covers it.
 */
export async function unitsWithoutPrice(
  tx: Transactional,
  properties: readonly ChosenProperty[],
  params: FigureParams,
): Promise<number> {
  const found = await sql<{ units: number }>`
    select count(*) as units
    from unnest(${properties.map(({ propertyId }) => propertyId)}::bigint[],
      ${properties.map(({ organizationId }) => organizationId)}::bigint[],
      ${properties.map(({ endDate }) => endDate)}::date[]) as period (property_id, organization_id, last_day)
    join units on units.property_id = period.property_id
    where (${params.building_id ?? null}::bigint[] is null or units.building_id = any(${params.building_id ?? null}::bigint[]))
      and (${params.unit_id ?? null}::bigint[] is null or units.id = any(${params.unit_id ?? null}::bigint[]))
      and ${hasBedrooms(params, "units.bedrooms")}
      and not exists (select from organization_prices
        where organization_prices.organization_id = period.organization_id
          and period.last_day between organization_prices.first_day and organization_prices.last_day)
      and not exists (select from unit_prices
        where unit_prices.property_id = units.property_id and unit_prices.unit_id = units.id
          and period.last_day between unit_prices.first_day and unit_prices.last_day)`.execute(tx);
  return found.rows[0]?.units ?? 0;
}
