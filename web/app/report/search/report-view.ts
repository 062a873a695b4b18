import type { Period } from "../../../components/period/period.ts";
import { today } from "./calendar.ts";
import { periodQuery } from "./period-search.ts";
import { comparesDays, searchPeriod } from "./report-search.ts";
import type { ReportSearch } from "./report-search-fields.ts";
import { comparesByDefault, defaultPeriod, forgetView, isDefaultPeriod, type Screen, saveView } from "./saved-view.ts";

type Filters = Omit<
  ReportSearch,
  | "period"
  | "start_date"
  | "end_date"
  | "ordering"
  | "page"
  | "page_size"
  | "tab"
  | "granularity"
  | "dialog"
  | "resolution"
>;

/** A report's view as its page uses it: the search params of the URL and the functions that change them. */
export interface ReportView {
  search: ReportSearch;
  period: Period;
  /** Whether the period is not the one that the screen opens with: Reset goes back to it. */
  isOtherPeriod: boolean;
  /** Whether figures are compared here unless the person or a link wants it otherwise. */
  comparesByDefault: boolean;
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
  /** @param tab undefined: the screen's first. Another tab has another table: order and page are reset. */
  setTab(tab: string | undefined): void;
  /** Whether lists of meters are by the hour; undefined: by the day. */
  setGranularity(granularity: "hour" | undefined): void;
  /** Opens a dialog over the screen, or closes it; Back closes it, too. */
  setDialog(dialog: string | undefined): void;
  /** What a point of the open dialog's chart stands for; undefined: a day. Back closes the dialog all the same. */
  setResolution(resolution: "week" | "month" | undefined): void;
  /** Back to the screen's defaults, on the same tab; what it kept is forgotten. */
  reset(): void;
  /** Dismisses the notice about the opened link; so does every other change. */
  dismissNotice(): void;
}

/** Days and places as every report call takes them. */
export function reportQuery(search: ReportSearch) {
  const { organization_id, property_id } = search;
  return { ...periodQuery(searchPeriod(search)), organization_id, property_id };
}

/** The same with comparison and bedrooms, as calls over consumption take them. */
export function figuresQuery(search: ReportSearch) {
  const { bedrooms_from, bedrooms_to } = search;
  const comparison = comparesDays(search) ? ("previous_period" as const) : undefined;
  return { ...reportQuery(search), comparison, bedrooms_from, bedrooms_to };
}

/** The same with buildings and units, as calls take them that add up chosen units. */
export function unitsQuery(search: ReportSearch) {
  const { building_id, unit_id } = search;
  return { ...figuresQuery(search), building_id, unit_id };
}

/**
 * Days, places and leaks as params of leak lists. Only Active Leaks shows leaks that run now, also those without flow
 * in this period: a leak that began this morning must not be missing because yesterday is selected.
 */
export function leaksQuery(search: ReportSearch) {
  const { building_id, unit_id, only_active, bedrooms_from, bedrooms_to } = search;
  const active = { only_active, include_active_leak: only_active };
  return { ...reportQuery(search), building_id, unit_id, ...active, bedrooms_from, bedrooms_to };
}

/**
 * Navigates to the search params computed from the latest ones: the second of two quick changes comes before the first
 * is rendered, and must not undo it.
 */
export type GoOn = (next: (latest: ReportSearch) => ReportSearch, replace?: boolean) => void;

/**
 * Builds the view of a screen over its URL. Every change but of the page is kept.
 * @param search the search params when the screen was rendered
 */
export function reportView(screen: Screen, search: ReportSearch, go: GoOn): ReportView {
  const change = (patch: ReportSearch, { replace = false, from = unsaid } = {}) =>
    go((latest) => {
      const next = { ...from(latest), page: undefined, ...patch };
      saveView(screen, next, today());
      return next;
    }, replace);
  return {
    search,
    period: searchPeriod(search),
    isOtherPeriod: !isDefaultPeriod(screen, searchPeriod(search), today()),
    comparesByDefault: comparesByDefault(screen),
    page: (search.page ?? 1) - 1,
    pageSize: search.page_size ?? 10,
    setPeriod: (period) => change({ start_date: undefined, end_date: undefined, ...period }),
    setFilters: (filters) => change({ ...narrower(filters), ...filters }),
    dropFilters: (filters) => change(filters, { replace: true, from: (latest) => latest }),
    setOrdering: (ordering) => change({ ordering }),
    // The user did not change a page that is replaced: the notice about the link still applies.
    setPage: (page, replace) =>
      go((latest) => ({ ...(replace ? latest : unsaid(latest)), page: page === 0 ? undefined : page + 1 }), replace),
    setPageSize: (size) => change({ page_size: size === 10 ? undefined : size }),
    setTab: (tab) => change({ tab, ordering: undefined }),
    setDialog: (dialog) => go((latest) => ({ ...unsaid(latest), dialog, resolution: undefined }), dialog === undefined),
    setResolution: (resolution) => go((latest) => ({ ...latest, resolution }), true),
    setGranularity: (granularity) => change({ granularity, ordering: undefined }),
    reset: () => {
      forgetView(screen);
      go(({ tab, granularity }) => ({ ...defaultPeriod(screen, today()), tab, granularity }));
    },
    dismissNotice: () => go(unsaid, true),
  };
}

/** Without the notice about the opened link. */
function unsaid({ missing: _missing, unread: _unread, ...search }: ReportSearch): ReportSearch {
  return search;
}

function narrower(filters: Filters): Filters {
  if ("organization_id" in filters || "property_id" in filters) return { building_id: undefined, unit_id: undefined };
  return "building_id" in filters ? { unit_id: undefined } : {};
}
