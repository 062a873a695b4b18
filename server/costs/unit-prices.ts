import { sql } from "kysely";
import { type PropertyPrices, propertyPrices } from "../../contract/costs/gallon-prices.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import type { PlaceParams } from "../query/chosen-properties.ts";
import type { PageParams } from "../query/page.ts";
import { entryFields, MAX_HISTORY_ENTRIES, spanOf } from "./price-text.ts";

/**
 * One page of the chosen properties, by name, with the prices of their units in force and the history of these. Where
 * units are requested, only those: their properties, and of each price and entry the chosen units.
 */
export async function unitPrices(
  scope: Scope,
  tx: Transactional,
  params: PlaceParams & PageParams & { unit_id?: number[] | undefined },
): Promise<{ count: number; rows: PropertyPrices[] }> {
  const { organization_id = null, property_id = null, unit_id = null } = params;
  const isChosen = (column: string) =>
    sql`(${unit_id}::bigint[] is null or ${sql.ref(column)} = any(${unit_id}::bigint[]))`;
  const wanted = sql`
    wanted as materialized (
      select id, name, organization_id from properties
      where id = any(${scope.propertyIds}::bigint[]) and archived_at is null
        and (${property_id}::bigint[] is null or id = any(${property_id}::bigint[]))
        and (${organization_id}::bigint[] is null or organization_id = any(${organization_id}::bigint[]))
        and (${unit_id}::bigint[] is null or exists (
          select from units where units.property_id = properties.id and units.id = any(${unit_id}::bigint[])))
    )`;
  const counted = await queryRow(tx, CountRow)`with ${wanted} select count(*) as count from wanted`;
  const found = await queryRows(tx, propertyPrices)`
    with ${wanted},
    chosen as materialized (
      select * from wanted order by lower(name), id
      limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select chosen.id as property_id, chosen.name as property_name, chosen.organization_id,
      (select count(*) from units where units.property_id = chosen.id and ${isChosen("units.id")}) as units_count,
      in_force.prices, recorded.history, recorded.history_count
    from chosen
    cross join lateral (
      select coalesce(json_agg(json_build_object('unit_ids', unit_ids, ${spanOf}) order by first_day, last_day, price),
        '[]') as prices
      from (
        select array_agg(unit_id order by unit_id) as unit_ids, price, first_day, last_day
        from unit_prices
        where unit_prices.property_id = chosen.id and ${isChosen("unit_id")}
        group by price, first_day, last_day
      ) alike
    ) in_force
    cross join lateral (
      select coalesce(json_agg(json_build_object('unit_ids', chosen_ids, ${spanOf}, ${entryFields}) order by id desc)
        filter (where nth <= ${MAX_HISTORY_ENTRIES}), '[]') as history, count(*) as history_count
      from (
        select entry.*, row_number() over (order by id desc) as nth,
          array(select unit from unnest(entry.unit_ids) unit where ${isChosen("unit")}) as chosen_ids
        from unit_price_entries entry
        where entry.property_id = chosen.id
          and (${unit_id}::bigint[] is null or entry.unit_ids && ${unit_id}::bigint[])
      ) entries
    ) recorded
    order by lower(chosen.name), chosen.id`;
  return { count: counted?.count ?? 0, rows: found };
}
