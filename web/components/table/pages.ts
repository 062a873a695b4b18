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
