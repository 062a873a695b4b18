import { idOf } from "./search-text.ts";

/** The sizes of a page to choose from. */
export const pageSizes = [10, 25, 50] as const;

/** Which page of a list a URL names. */
export interface ListPage {
  /** Counted from 1, as in calls; left out: the first. */
  page?: number | undefined;
  /** Left out: the size that the list has by itself. */
  page_size?: (typeof pageSizes)[number] | undefined;
}

/** Reads which page of a list a URL names. @param usual the size that the list has by itself */
export function listPage(raw: Record<string, unknown>, usual = 10): ListPage {
  const page = idOf(raw.page);
  const size = idOf(raw.page_size);
  return {
    page: page === 1 ? undefined : page,
    page_size: size === usual ? undefined : pageSizes.find((known) => known === size),
  };
}
