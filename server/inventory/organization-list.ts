import { type RawBuilder, sql } from "kysely";
import { type OrganizationRow, organizationRow } from "../../contract/inventory/inventory.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";

type Field = "name" | "properties_count" | "units_count";

interface Params extends PageParams {
  search?: string | undefined;
  ordering: Field | `-${Field}`;
}

/** The organizations of the scope, a page of them. Archived properties and their units do not count. */
export async function organizationList(
  scope: Scope,
  tx: Transactional,
  params: Params,
): Promise<{ count: number; rows: OrganizationRow[] }> {
  const wanted = sql`where o.id = any(${scope.organizationIds}::bigint[])
    and strpos(lower(o.name), lower(${params.search ?? ""})) > 0`;
  const counted = await queryRow(tx, CountRow)`select count(*) as count from organizations o ${wanted}`;
  const order = orderBy(
    params.ordering,
    { name: sql`lower(name)`, properties_count: sql`properties_count`, units_count: sql`units_count` },
    sql`lower(name), id`,
  );
  const page = sql`${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`;
  return { count: counted?.count ?? 0, rows: await rowsOf(tx, wanted, page) };
}

/** One organization as the list shows it; null where the scope has none such. */
export async function readOrganization(
  scope: Scope,
  tx: Transactional,
  organizationId: number,
): Promise<OrganizationRow | null> {
  const wanted = sql`where o.id = ${organizationId} and o.id = any(${scope.organizationIds}::bigint[])`;
  const [row] = await rowsOf(tx, wanted, sql``);
  return row ?? null;
}

async function rowsOf(tx: Transactional, wanted: RawBuilder<unknown>, page: RawBuilder<unknown>) {
  return queryRows(tx, organizationRow)`
    select * from (
      select o.id, o.name, o.is_default,
        (select count(*) from properties p where p.organization_id = o.id and p.archived_at is null) as properties_count,
        coalesce(counted.units, 0) as units_count
      from organizations o
      left join (
        select p.organization_id, count(*) as units from properties p join units u on u.property_id = p.id
        where p.archived_at is null group by p.organization_id
      ) counted on counted.organization_id = o.id ${wanted}
    ) listed ${page}`;
}
