import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { topUnitFields } from "../top-units/top-units-query.ts";
import { homeQueries } from "./home-queries.ts";

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
  loader: ({ context, deps }) => prefetch(context.queryClient, homeQueries(deps)),
  component: lazyRouteComponent(() => import("./Top5HomePage.tsx"), "Top5HomePage"),
});
