import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { reportSearch } from "../../../app/report/search/report-search.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { expenseFields, financeQueries } from "./finance-queries.ts";

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
  loader: ({ context, deps }) => prefetch(context.queryClient, financeQueries(deps)),
  component: lazyRouteComponent(() => import("./FinancePage.tsx"), "FinancePage"),
});
