import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { rankingScreenOptions } from "../ranking/ranking-query.ts";
import { cockpitQueries } from "./cockpit-queries.ts";

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
  loader: ({ context, deps }) => prefetch(context.queryClient, cockpitQueries(deps)),
  component: lazyRouteComponent(() => import("./CockpitPage.tsx"), "CockpitPage"),
});
