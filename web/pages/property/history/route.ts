import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { completeSearch } from "../../../app/report/entry.ts";
import { reportSearch } from "../../../app/report/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/signed-in-route.ts";
import { prefetchLeakList } from "../leak-list/prefetch.ts";

/** Leaks over the days before, by building and unit. */
export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/history",
  validateSearch: reportSearch,
  beforeLoad: ({ context, search }) => {
    requireAccess(context.me, "property");
    const complete = completeSearch("history", search);
    if (complete) throw redirect({ to: "/history", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetchLeakList(context.queryClient, deps),
  component: lazyRouteComponent(() => import("./HistoryPage.tsx"), "HistoryPage"),
});
