import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { costsQuery, leakTypeCostsQuery } from "../../property/report-dialogs/costs/costs-query.ts";
import { dearestQuery, expenseFields, expensesQuery, waterCostQuery } from "./finance-query.ts";

/** What water and leaks cost. */
export const financeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/finance",
  validateSearch: (raw: Record<string, unknown>) => reportSearch(raw, { tabs: [], orderings: expenseFields }),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entrySearch(context.queryClient, "finance", search);
    if (complete) throw redirect({ to: "/finance", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(waterCostQuery(deps));
    void queryClient.prefetchQuery(overviewQuery(deps));
    void queryClient.prefetchQuery(leakTypeCostsQuery(deps));
    void queryClient.prefetchQuery(costsQuery(deps));
    void queryClient.prefetchQuery(expensesQuery(deps));
    void queryClient.prefetchQuery(dearestQuery(deps));
    void queryClient.prefetchQuery(placesQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
  },
  component: lazyRouteComponent(() => import("./FinancePage.tsx"), "FinancePage"),
});
