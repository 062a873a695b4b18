import { type RawBuilder, sql } from "kysely";
import { type OrganizationPrices, organizationPrices } from "../../contract/costs/gallon-prices.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { notThere } from "../problem/problem.ts";
import type { PageParams } from "../query/page.ts";
import { entryFields, MAX_HISTORY_ENTRIES, spanOf } from "./price-text.ts";

/** One page of the organizations of the scope, by name, with their defaults in force and the history of these. */
export async function listOrganizationPrices(
  scope: Scope,
  tx: Transactional,
  params: PageParams & { organization_id?: number[] | undefined },
): Promise<{ count: number; rows: OrganizationPrices[] }> {
  const chosen = sql`organizations.id = any(${scope.organizationIds}::bigint[])
    and (${params.organization_id ?? null}::bigint[] is null or organizations.id = any(${params.organization_id ?? null}::bigint[]))`;
  const counted = await queryRow(tx, CountRow)`
    select count(*) as count from organizations where ${chosen}`;
  const rows = await listed(
    tx,
    sql`${chosen} order by lower(name), organizations.id
      limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`,
  );
  return { count: counted?.count ?? 0, rows };
}

/** The same of one organization of the scope. @throws ProblemError not_found */
export async function pricesOfOrganization(tx: Transactional, organizationId: number): Promise<OrganizationPrices> {
  const [row] = await listed(tx, sql`organizations.id = ${organizationId}`);
  if (row === undefined) throw notThere("organization");
  return row;
}

async function listed(tx: Transactional, which: RawBuilder<unknown>): Promise<OrganizationPrices[]> {
  return queryRows(tx, organizationPrices)`
    with chosen as materialized (select id, name from organizations where ${which})
    select chosen.id as organization_id, chosen.name as organization_name,
      (select coalesce(json_agg(json_build_object(${spanOf}) order by first_day), '[]')
        from organization_prices where organization_id = chosen.id) as prices,
      (select coalesce(json_agg(json_build_object(${spanOf}, ${entryFields}) order by id desc), '[]')
        from (select * from organization_price_entries where organization_id = chosen.id
          order by id desc limit ${MAX_HISTORY_ENTRIES}) entry) as history,
      (select count(*) from organization_price_entries where organization_id = chosen.id) as history_count
    from chosen order by lower(chosen.name), chosen.id`;
}
