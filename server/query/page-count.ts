import type { RawBuilder } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { CountRow, queryRow } from "../database/query-rows.ts";
import type { PageParams } from "./page.ts";

/**
 * How many rows a list has of which a page was read: each row of the page has the count; beyond the last page, where
 * there is none, the rows are counted.
 * @param listed SQL from `with` on, with a CTE `listed`
 */
export async function pageCount(
  tx: Transactional,
  params: PageParams,
  rows: readonly { count: number }[],
  listed: RawBuilder<unknown>,
): Promise<number> {
  const [first] = rows;
  if (first !== undefined || (params.page === 1 && (params.offset ?? 0) === 0)) return first?.count ?? 0;
  const counted = await queryRow(tx, CountRow)`${listed} select count(*) as count from listed`;
  return counted?.count ?? 0;
}
