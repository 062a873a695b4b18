import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { ownerQueries } from "./owner-queries.ts";

/** One page for the owner of the properties. */
export const ownerReportRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/owner-report",
  validateSearch: (raw: Record<string, unknown>) => reportSearch(raw, { tabs: [], orderings: [] }),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entrySearch(context.queryClient, "owner-report", search);
    if (complete) throw redirect({ to: "/owner-report", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, { filters: overviewQuery(deps), report: ownerQueries(deps) }),
  component: lazyRouteComponent(() => import("./OwnerReportPage.tsx"), "OwnerReportPage"),
});
