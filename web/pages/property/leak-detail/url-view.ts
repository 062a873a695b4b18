import { type DetailSearch, detailPeriod, namePeriod } from "../../../app/report/detail-search.ts";
import type { LeakList } from "../../../app/report/leak-target.ts";
import { type DetailView, pageInUrl } from "./detail-view.ts";

/** The view of the leak detail pages whose URL is a {@link DetailSearch}; null without a meter. `go` replaces that URL. */
export function urlView(
  from: LeakList,
  search: DetailSearch,
  propertyId: number | undefined,
  go: (next: DetailSearch, replace?: boolean) => void,
): DetailView | null {
  if (search.meter === undefined) return null;
  const change = (patch: DetailSearch) => go({ ...search, page: undefined, ...patch });
  return {
    from,
    meter: search.meter,
    propertyId,
    period: detailPeriod(search),
    tab: search.tab ?? "day",
    ordering: search.ordering,
    page: (search.page ?? 1) - 1,
    setPeriod: (period) => change(namePeriod(period)),
    setTab: (tab) => change({ tab: tab === "hour" ? tab : undefined, ordering: undefined }),
    setOrdering: (ordering) => change({ ordering }),
    setPage: (page, replace) => go({ ...search, page: pageInUrl(page) }, replace),
  };
}
