import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/places-seen.ts";
import { reportSearch } from "../../../app/report/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/signed-in-route.ts";
import { prefetchLeakList } from "../leak-list/prefetch.ts";

/** Leaks over the days before, by building and unit. */
export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/history",
  validateSearch: reportSearch,
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "property");
    const complete = await entrySearch(context.queryClient, "history", search);
    if (complete) throw redirect({ to: "/history", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchLeakList(context.queryClient, deps),
  component: lazyRouteComponent(() => import("./HistoryPage.tsx"), "HistoryPage"),
});
