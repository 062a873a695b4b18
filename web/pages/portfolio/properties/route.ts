import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/places-seen.ts";
import { biggestLeaksQuery, overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { reportSearch } from "../../../app/report/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/signed-in-route.ts";
import { propertyRowsQuery } from "./properties-query.ts";

/** All properties of the portfolio, worst first. */
export const propertiesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties",
  validateSearch: reportSearch,
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entrySearch(context.queryClient, "properties", search);
    if (complete) throw redirect({ to: "/properties", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(overviewQuery(deps));
    void queryClient.prefetchQuery(biggestLeaksQuery(deps));
    void queryClient.prefetchQuery(propertyRowsQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
  },
  component: lazyRouteComponent(() => import("./PropertiesPage.tsx"), "PropertiesPage"),
});
