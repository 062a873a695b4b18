import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { leakScreenOptions } from "../leak-list/leak-text.ts";
import { prefetchLeakTabs } from "../leak-list/prefetch.ts";

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
  loader: ({ context, deps }) => prefetchLeakTabs(context.queryClient, deps),
  component: lazyRouteComponent(() => import("./HistoryPage.tsx"), "HistoryPage"),
});
