import { type RawBuilder, sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import type { PageParams } from "../query/page.ts";

/**
 * One page of the rows of a CTE `listed`, and how many it has, also where the page lies beyond its end.
 * @param order `order by` of a total order over the columns of `listed`
 * @param ctes SQL from `with` on, with `listed` among them; each of its rows has a property_id
 */
export async function numberedPage<Row extends { property_id: number }>(
  tx: Transactional,
  params: PageParams,
  order: RawBuilder<unknown>,
  ctes: RawBuilder<unknown>,
): Promise<{ count: number; rows: Row[] }> {
  const before = (params.page - 1) * params.page_size;
  const found = await sql<(Row | { property_id: null }) & { listed_count: number }>`
    ${ctes}
    select counted.listed_count, numbered.*
    from (select count(*) as listed_count from listed) counted
    left join (select listed.*, row_number() over (${order}) as place from listed) numbered
      on numbered.place > ${before}::bigint and numbered.place <= ${before + params.page_size}::bigint
    order by numbered.place`.execute(tx);
  const rows = found.rows.filter((row) => row.property_id !== null);
  return { count: found.rows[0]?.listed_count ?? 0, rows };
}
