import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { leakScreenOptions } from "../leak-list/leak-text.ts";
import { prefetchLeakTabs } from "../leak-list/prefetch-leak-tabs.ts";
import { gallonsDynamicsQuery } from "../report-charts/chart-query.ts";

/** Leaks over earlier days, by building and unit. */
export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/history",
  validateSearch: (raw: Record<string, unknown>) => reportSearch(raw, leakScreenOptions),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "property");
    const complete = await entrySearch(context.queryClient, "history", search);
    if (complete) throw redirect({ to: "/history", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    prefetchLeakTabs(queryClient, deps);
    // The unit's own chart, where the report is about one.
    const isOfUnit = deps.unit_id?.length === 1;
    prefetch(queryClient, { gallonsDynamics: { ...gallonsDynamicsQuery(deps), enabled: isOfUnit } });
  },
  component: lazyRouteComponent(() => import("./HistoryPage.tsx"), "HistoryPage"),
});
