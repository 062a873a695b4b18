import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { topUnitFields } from "../top-units/top-units-query.ts";
import { repairsQuery, silentDevicesQuery, topUnitsQuery, workListQuery } from "./home-queries.ts";
import { propertyLeaksOrdering, propertyLeaksQuery } from "./property-leaks-query.ts";

/** The morning's first screen: what leaks most, in which order to see to it, and whether the figures are complete. */
export const top5HomeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/top5-leaks-home",
  validateSearch: (raw: Record<string, unknown>) => reportSearch(raw, { tabs: [], orderings: topUnitFields }),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "property");
    const complete = await entrySearch(context.queryClient, "top5-home", search);
    if (complete) throw redirect({ to: "/top5-leaks-home", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(workListQuery(deps));
    void queryClient.prefetchQuery(overviewQuery(deps));
    void queryClient.prefetchQuery(biggestLeaksQuery(deps));
    void queryClient.prefetchQuery(silentDevicesQuery(deps));
    void queryClient.prefetchQuery(repairsQuery(deps));
    void queryClient.prefetchQuery(placesQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
    void queryClient.prefetchQuery(propertyLeaksQuery(deps, propertyLeaksOrdering, 0));
    void queryClient.prefetchQuery(topUnitsQuery(deps));
  },
  component: lazyRouteComponent(() => import("./Top5HomePage.tsx"), "Top5HomePage"),
});
