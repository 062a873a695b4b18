import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { completeSearch } from "../../../app/report/search/entry.ts";
import { searchPeriod } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { detailQueries } from "../leak-detail/view/detail-queries.ts";
import { leakOf } from "../leak-detail/view/detail-view.ts";
import { prefetchLeakTabs } from "../leak-list/prefetch-leak-tabs.ts";
import { LeakOfMeter } from "./leak-of-meter.ts";
import { top5Search } from "./top5-search.ts";

/** The leaks of all the user's properties, biggest first; with `?meter=` the page of that meter's leak. */
export const top5DetailsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/top5-leaks-details",
  validateSearch: top5Search,
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "property");
    const { meter, ...report } = search;
    // With a meter the property is kept unchecked, because it identifies the meter: without it another one could show.
    const isList = meter === undefined;
    const complete = isList ? await entrySearch(context.queryClient, "top5", report) : completeSearch("top5", report);
    if (complete) throw redirect({ to: "/top5-leaks-details", search: { ...complete, meter }, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps: { meter, ...report } }) => {
    const { ordering, page = 1, property_id } = report;
    if (meter === undefined) return prefetchLeakTabs(context.queryClient, report);
    const of = {
      meter,
      propertyId: property_id?.[0],
      organizationId: report.organization_id?.length === 1 ? report.organization_id[0] : undefined,
      tab: report.tab === "hour" ? ("hour" as const) : ("day" as const),
      ordering,
      page: page - 1,
      period: searchPeriod(report),
      ...leakOf(report),
    };
    prefetch(context.queryClient, detailQueries(of));
    return LeakOfMeter.preload?.();
  },
  component: lazyRouteComponent(() => import("./Top5DetailsPage.tsx"), "Top5DetailsPage"),
});
