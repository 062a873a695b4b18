import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { type DetailSearch, detailPeriod, detailSearch } from "../../../app/report/detail-search.ts";
import { idOf } from "../../../app/search-text.ts";
import { requireAccess, signedInRoute } from "../../../app/signed-in-route.ts";
import { prefetchDetail } from "./detail-queries.ts";

function pageOf(search: DetailSearch, propertyId: number | undefined) {
  const { meter = "", ordering, page = 1 } = search;
  return { meter, propertyId, ordering, page: page - 1, period: detailPeriod(search) };
}

/** A leak's page, opened from its property. */
export const propertyLeakRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties/$property_id/leak-detail",
  validateSearch: detailSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    if (deps.meter) prefetchDetail(context.queryClient, deps.tab, pageOf(deps, idOf(params.property_id)));
  },
  component: lazyRouteComponent(() => import("./PropertyLeakPage.tsx"), "PropertyLeakPage"),
});

/** A leak's page, opened from History. */
export const historyLeakRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/history/leak-detail",
  validateSearch: detailSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.meter) prefetchDetail(context.queryClient, deps.tab, pageOf(deps, deps.property_id));
  },
  component: lazyRouteComponent(() => import("./HistoryLeakPage.tsx"), "HistoryLeakPage"),
});
