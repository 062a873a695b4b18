import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { compareQueries } from "./compare-queries.ts";
import { compareSearch } from "./compare-search.ts";

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
  loader: ({ context, deps }) => prefetch(context.queryClient, compareQueries(deps)),
  component: lazyRouteComponent(() => import("./ComparePage.tsx"), "ComparePage"),
});
