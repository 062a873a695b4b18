import { plural, t } from "@lingui/core/macro";
import { formatNumber } from "../format.ts";

/** Which rows of a list there are to see. */
export interface RowsAtHand {
  /** Counted from 0. */
  page: number;
  pageSize: number;
  /** Rows on all pages together. */
  count: number;
}

/** Paging as the server does it. */
export interface TablePaging extends RowsAtHand {
  onPageChange: (page: number) => void;
  /** Where given, the sizes 10, 25 and 50 are offered. The caller goes back to page 0. */
  onPageSizeChange?: (pageSize: number) => void;
}

/** Which rows a page (counted from 0) shows: "1–10 of 85". A page beyond the last shows none of them. */
export function rowsShown(page: number, pageSize: number, count: number): string {
  const first = page * pageSize + 1;
  if (count === 0) return t`0 rows`;
  if (first > count) return t`None of ${plural(count, { one: "# row", other: "# rows" })} on this page`;
  return t`${formatNumber(first)}–${formatNumber(Math.min(count, first + pageSize - 1))} of ${formatNumber(count)}`;
}

/** Pages of a list; an empty list has none. */
export function pageCount(count: number, pageSize: number): number {
  return Math.ceil(count / pageSize);
}

/**
 * The pages that a pager names, counted from 0: all when there are 5 or fewer, else the first, the current one with
 * its neighbours, and the last. "gap" stands for pages left out.
 */
export function pagerItems(page: number, pages: number): (number | "gap")[] {
  if (pages <= 5) return Array.from({ length: pages }, (_, index) => index);
  const named = [...new Set([0, page - 1, page, page + 1, pages - 1])].filter((item) => item >= 0 && item < pages);
  return named.flatMap((item, index) => (index > 0 && item - (named[index - 1] ?? 0) > 1 ? ["gap", item] : [item]));
}

/** A pager is shown when there is somewhere to go, or a size to choose. */
export function pagerShown(pages: number, sizeChoice: boolean): boolean {
  return pages > 1 || sizeChoice;
}
