import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { periodQuery, propertyFiguresQuery } from "./compare-queries.ts";
import { compareSearch, rangesOf } from "./compare-search.ts";

/** One period against another, for any figure. */
export const comparePeriodsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/compare-periods",
  validateSearch: compareSearch,
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entrySearch(context.queryClient, "compare-periods", search);
    if (complete) throw redirect({ to: "/compare-periods", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    const { now, before } = rangesOf(deps, today());
    void queryClient.prefetchQuery(overviewQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
    for (const range of [now, before]) {
      void queryClient.prefetchQuery(periodQuery(deps, range));
      void queryClient.prefetchQuery(propertyFiguresQuery(deps, range, deps.figure ?? "leak_cost"));
    }
  },
  component: lazyRouteComponent(() => import("./ComparePage.tsx"), "ComparePage"),
});
