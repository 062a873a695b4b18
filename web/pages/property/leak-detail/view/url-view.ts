import type { LeakList } from "../../../../app/report/leak-target.ts";
import { detailPeriod, detailSearch, namePeriod } from "../../../../app/report/search/detail-search.ts";
import { isPeriodLost, linkPeriod } from "../../../../app/report/search/period-search.ts";
import { orderingOf } from "../../../../app/report/search/report-search.ts";
import type { LinkPart } from "../../../../app/report/search/report-search-fields.ts";
import { findLostParts } from "../../../../app/report/search/unread.ts";
import { idOf, textOf } from "../../../../app/search-text.ts";
import { dayFields, hourFields } from "./detail-queries.ts";
import { type DetailView, leakOf, pageInUrl } from "./detail-view.ts";
import { type LeakPageSearch, leakSearch } from "./leak-search.ts";

/** Reads it; what makes no sense in it is left out. */
export function leakPageSearch(raw: Record<string, unknown>): LeakPageSearch {
  const { ordering, ...rest } = detailSearch(raw);
  const known = orderingOf(ordering, [...dayFields, ...hourFields]);
  const read: LeakPageSearch = { ...rest, ordering: known, ...leakSearch(raw) };
  return { ...read, unread: unreadOf(raw, read) };
}

/** The view of the leak detail pages whose URL is a {@link LeakPageSearch}; null without a meter. `go` replaces that URL. */
export function urlView(
  from: LeakList,
  { unread, ...search }: LeakPageSearch,
  propertyId: number | undefined,
  go: (next: LeakPageSearch, replace?: boolean) => void,
): DetailView | null {
  if (search.meter === undefined) return null;
  const change = (patch: LeakPageSearch) => go({ ...search, page: undefined, ...patch });
  return {
    from,
    meter: search.meter,
    propertyId,
    organizationId: search.organization_id,
    period: detailPeriod(search),
    tab: search.tab ?? "day",
    ordering: search.ordering,
    page: (search.page ?? 1) - 1,
    ...leakOf(search),
    unread,
    setPeriod: (period) => change(namePeriod(period)),
    setTab: (tab) => change({ tab: tab === "hour" ? tab : undefined, ordering: undefined }),
    setOrdering: (ordering) => change({ ordering }),
    setPage: (page, replace) => go({ ...search, page: pageInUrl(page) }, replace),
    setLeak: (patch, replace) => go({ ...search, ...patch }, replace),
    dismissNotice: () => go(search, true),
  };
}

const isGiven = (value: unknown) => textOf(value) !== undefined;

/** The parts of a leak page's link that made no sense and were left out, here or before it was led on; undefined: none. */
function unreadOf(raw: Readonly<Record<string, unknown>>, read: LeakPageSearch): LinkPart[] | undefined {
  const isLost = (...names: (keyof LeakPageSearch)[]) =>
    names.some((name) => isGiven(raw[name]) && read[name] === undefined);
  const isNoPage = (value: unknown) => isGiven(value) && idOf(value) === undefined;
  const lost: Readonly<Record<LinkPart, boolean>> = {
    days: isPeriodLost(raw, linkPeriod(read)),
    page: isNoPage(raw.page) || isNoPage(raw.leaks_page),
    places: isLost("property_id", "organization_id"),
    filters: isLost("leak") || (isLost("include_active_leak") && textOf(raw.include_active_leak) !== "false"),
    tab: isLost("tab") && textOf(raw.tab) !== "day",
    ordering: isLost("ordering", "leaks_ordering"),
  };
  return findLostParts(raw, (part) => lost[part]);
}
