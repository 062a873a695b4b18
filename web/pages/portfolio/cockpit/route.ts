import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { biggestLeaksQuery, overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { propertyMapQuery } from "../property-map/map-query.ts";
import { costliestQuery, rankingQuery, rankingScreenOptions } from "../ranking/ranking-query.ts";
import { cardsQuery, costsQuery, efficiencyQuery, performanceQuery } from "./cockpit-queries.ts";
import { savingsQuery } from "./savings-queries.ts";

/** The week of a portfolio: what was lost, where it costs most, and whether it gets better. */
export const cockpitRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/cockpit",
  validateSearch: (raw: Record<string, unknown>) => reportSearch(raw, rankingScreenOptions),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entrySearch(context.queryClient, "cockpit", search);
    if (complete) throw redirect({ to: "/cockpit", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(overviewQuery(deps));
    void queryClient.prefetchQuery(costliestQuery(deps));
    void queryClient.prefetchQuery(performanceQuery(deps));
    void queryClient.prefetchQuery(costsQuery(deps));
    void queryClient.prefetchQuery(efficiencyQuery(deps));
    void queryClient.prefetchQuery(savingsQuery(deps));
    void queryClient.prefetchQuery(propertyMapQuery(deps));
    void queryClient.prefetchQuery(rankingQuery(deps));
    void queryClient.prefetchQuery(cardsQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
    void queryClient.prefetchQuery(biggestLeaksQuery(deps));
  },
  component: lazyRouteComponent(() => import("./CockpitPage.tsx"), "CockpitPage"),
});
