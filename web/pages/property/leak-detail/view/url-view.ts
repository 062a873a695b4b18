import type { LeakList } from "../../../../app/report/leak-target.ts";
import { detailPeriod, detailSearch, namePeriod } from "../../../../app/report/search/detail-search.ts";
import { orderingOf } from "../../../../app/report/search/report-search.ts";
import { dayFields, hourFields } from "./detail-queries.ts";
import { type DetailView, leakOf, pageInUrl } from "./detail-view.ts";
import { type LeakPageSearch, leakSearch } from "./leak-search.ts";
import { unreadOf } from "./unread.ts";

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
