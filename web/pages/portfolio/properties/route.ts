import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { propertiesQueries, propertyFields } from "./properties-queries.ts";

/** The screen's view. Its figures are of whole properties: buildings, units and single leaks do not filter them. */
function propertiesSearch(raw: Record<string, unknown>): ReportSearch {
  const search = reportSearch(raw, { tabs: [], orderings: propertyFields });
  return { ...search, building_id: undefined, unit_id: undefined, only_active: undefined };
}

/** All properties of the portfolio, worst first. */
export const propertiesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties",
  validateSearch: propertiesSearch,
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entrySearch(context.queryClient, "properties", search);
    if (complete) throw redirect({ to: "/properties", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => prefetch(context.queryClient, propertiesQueries(deps)),
  component: lazyRouteComponent(() => import("./PropertiesPage.tsx"), "PropertiesPage"),
});
