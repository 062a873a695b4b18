import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type PropertyRow, propertyRow } from "../../contract/inventory/inventory.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { wasRead } from "../metering/inventory/has-readings.ts";
import { notThere } from "../problem/problem.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";

const ListedProperty = propertyRow.extend({ archived_at: z.date().nullable() });

type Field = "name" | "address" | "buildings_count" | "units_count" | "organization_name";

interface Params extends PageParams {
  search?: string | undefined;
  ordering: Field | `-${Field}`;
  /** null: those of no organization; left out: of any and of none. */
  organization_id?: number[] | null | undefined;
  /** Whether the archived ones are requested, which are never among the others. */
  archived?: boolean | undefined;
}

/** SQL: the address of property `p` in one line. */
const address = sql`concat_ws(', ', nullif(p.street, ''), nullif(p.city, ''),
  nullif(concat_ws(' ', nullif(p.state, ''), nullif(p.zip_code, '')), ''))`;

/** The properties of the scope, a page of them. */
export async function propertyList(
  scope: Scope,
  tx: Transactional,
  params: Params,
): Promise<{ count: number; rows: PropertyRow[] }> {
  const organizations = params.organization_id;
  const search = params.search ?? "";
  const wanted = sql`where p.id = any(${scope.propertyIds}::bigint[])
    and (p.archived_at is not null) = ${params.archived === true}
    and ${
      organizations === null
        ? sql`p.organization_id is null`
        : sql`(${organizations ?? null}::bigint[] is null or p.organization_id = any(${organizations ?? null}::bigint[]))`
    }
    and (strpos(lower(p.name), lower(${search})) > 0 or strpos(lower(${address}), lower(${search})) > 0)`;
  const counted = await queryRow(tx, CountRow)`select count(*) as count from properties p ${wanted}`;
  const order = orderBy(
    params.ordering,
    {
      name: sql`lower(name)`,
      address: sql`lower(address)`,
      buildings_count: sql`buildings_count`,
      units_count: sql`units_count`,
      organization_name: sql`lower(organization_name)`,
    },
    sql`lower(name), id`,
  );
  const page = sql`${order} limit ${params.page_size} offset ${(params.page - 1) * params.page_size}`;
  return { count: counted?.count ?? 0, rows: await rowsOf(tx, wanted, page) };
}

/** One property as the list shows it. @throws ProblemError not_found where it is out of the transaction's scope */
export async function readProperty(tx: Transactional, propertyId: number): Promise<PropertyRow> {
  const [row] = await rowsOf(tx, sql`where p.id = ${propertyId}`, sql``);
  if (row === undefined) throw notThere("property");
  return row;
}

async function rowsOf(
  tx: Transactional,
  wanted: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
): Promise<PropertyRow[]> {
  const found = await queryRows(tx, ListedProperty)`
    select * from (
      select p.id, p.name, ${address} as address, p.street, p.city, p.state, p.zip_code, p.contact_phone,
        p.contact_email, p.time_zone,
        (select count(*) from buildings b where b.property_id = p.id) as buildings_count,
        (select count(*) from units u where u.property_id = p.id) as units_count,
        p.organization_id, o.name as organization_name, coalesce(o.is_default, false) as organization_is_default,
        ${wasRead(sql`p.id`)} as has_readings, p.archived_at
      from properties p left join organizations o on o.id = p.organization_id ${wanted}
    ) listed ${page}`;
  return found.map((row) => ({ ...row, archived_at: row.archived_at?.toISOString() ?? null }));
}
