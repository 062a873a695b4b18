import type { Period } from "../../components/period/period.ts";
import { today } from "./calendar.ts";
import { periodQuery } from "./period-search.ts";
import { type ReportSearch, searchPeriod } from "./report-search.ts";
import { defaultPeriod, forgetView, type Screen, saveView } from "./saved-view.ts";

type Filters = Omit<ReportSearch, "period" | "start_date" | "end_date" | "ordering" | "page" | "page_size">;

/** A report's view as its page uses it: what the URL says, and the ways to change it. */
export interface ReportView {
  search: ReportSearch;
  period: Period;
  /** Counted from 0. */
  page: number;
  pageSize: number;
  setPeriod(period: Period): void;
  /** A change of organizations or properties takes building and unit filters off, one of buildings the units. */
  setFilters(filters: Filters): void;
  /** Takes off what is not offered (any more), as if it had never been chosen. */
  dropFilters(filters: Filters): void;
  setOrdering(ordering: string): void;
  /** @param replace in place of the page before, which is not there any more */
  setPage(page: number, replace?: boolean): void;
  setPageSize(size: number): void;
  /** Back to the screen's defaults; what it kept is forgotten. */
  reset(): void;
}

/** Days and places as every report call takes them. */
export function reportQuery(search: ReportSearch) {
  const { organization_id, property_id } = search;
  return { ...periodQuery(searchPeriod(search)), organization_id, property_id };
}

/** Builds the view of a screen over its URL; `go` goes to what the URL shall say. Every change but of the page is kept. */
export function reportView(
  screen: Screen,
  search: ReportSearch,
  go: (next: ReportSearch, replace?: boolean) => void,
): ReportView {
  const change = (patch: ReportSearch, replace = false) => {
    const next = { ...search, page: undefined, ...patch };
    saveView(screen, next, today());
    go(next, replace);
  };
  return {
    search,
    period: searchPeriod(search),
    page: (search.page ?? 1) - 1,
    pageSize: search.page_size ?? 10,
    setPeriod: (period) => change({ start_date: undefined, end_date: undefined, ...period }),
    setFilters: (filters) => change({ ...narrower(filters), ...filters }),
    dropFilters: (filters) => change(filters, true),
    setOrdering: (ordering) => change({ ordering }),
    setPage: (page, replace) => go({ ...search, page: page === 0 ? undefined : page + 1 }, replace),
    setPageSize: (size) => change({ page_size: size === 10 ? undefined : size }),
    reset: () => {
      forgetView(screen);
      go(defaultPeriod(screen, today()));
    },
  };
}

function narrower(filters: Filters): Filters {
  if ("organization_id" in filters || "property_id" in filters) return { building_id: undefined, unit_id: undefined };
  return "building_id" in filters ? { unit_id: undefined } : {};
}
