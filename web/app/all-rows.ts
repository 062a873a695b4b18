import { queryOptions } from "@tanstack/react-query";
import { activeOrganization } from "./active-organization.ts";

/** Rows that one call gives, and as many calls as are made for one list. */
const [PAGE_SIZE, MOST_PAGES] = [50, 40];
export const MOST_ROWS = PAGE_SIZE * MOST_PAGES;

interface Paging {
  page: number;
  page_size: number;
}

interface Page<Row> {
  next: string | null;
  results: readonly Row[];
}

/** All rows of a list, page after page. */
export async function allRows<Row>(ask: (paging: Paging) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { results, next } = await ask({ page, page_size: PAGE_SIZE });
    rows.push(...results);
    if (next === null || results.length === 0) break;
  }
  return rows;
}

/**
 * All rows of a list as a query. While changed params load, the previous rows are kept (to be shown dimmed), but only
 * those of the same list in the same organization.
 * @param list its name in the query key @param params the params of the request, without a page
 */
export function readAllRows<Row, Q>(
  list: string,
  params: Q,
  ask: (query: Q & Paging, signal: AbortSignal) => Promise<Page<Row>>,
) {
  const subject = JSON.stringify([activeOrganization(), "all rows", list]);
  return queryOptions<Row[], Error, Row[], readonly [string, Q]>({
    queryKey: [subject, params],
    queryFn: ({ signal }) => allRows((paging) => ask({ ...params, ...paging }, signal)),
    placeholderData: (previous, query) => (query?.queryKey[0] === subject ? previous : undefined),
  });
}
