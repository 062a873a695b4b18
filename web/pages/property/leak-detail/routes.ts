import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { detailPeriod } from "../../../app/report/search/detail-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { idOf } from "../../../app/search-text.ts";
import { detailQueries } from "./view/detail-queries.ts";
import { leakOf } from "./view/detail-view.ts";
import type { LeakPageSearch } from "./view/leak-search.ts";
import { leakPageSearch } from "./view/url-view.ts";

function pageOf(search: LeakPageSearch, propertyId: number | undefined) {
  const { meter = "", organization_id, tab = "day" as const, ordering, page = 1 } = search;
  const period = detailPeriod(search);
  return {
    meter,
    propertyId,
    organizationId: organization_id,
    tab,
    ordering,
    page: page - 1,
    period,
    ...leakOf(search),
  };
}

/** A leak's page, opened from its property. */
export const propertyLeakRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties/$property_id/leak-detail",
  validateSearch: leakPageSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    const property = idOf(params.property_id);
    if (deps.meter && property) prefetch(context.queryClient, detailQueries(pageOf(deps, property)));
  },
  component: lazyRouteComponent(() => import("./PropertyLeakPage.tsx"), "PropertyLeakPage"),
});

/** A leak's page, opened from History. */
export const historyLeakRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/history/leak-detail",
  validateSearch: leakPageSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.meter) prefetch(context.queryClient, detailQueries(pageOf(deps, deps.property_id)));
  },
  component: lazyRouteComponent(() => import("./HistoryLeakPage.tsx"), "HistoryLeakPage"),
});
