import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { propertiesQuery } from "../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../app/route/signed-in-route.ts";
import { alertGroups } from "./alert-groups.ts";
import { alertsCountQuery, alertsQuery } from "./alerts-query.ts";
import { alertsSearch } from "./alerts-search.ts";

/** What a person should know of. */
export const alertsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/alerts",
  validateSearch: alertsSearch,
  beforeLoad: ({ context }) => requireAccess(context.me, "property", "portfolio"),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(alertsQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
    for (const about of [undefined, ...alertGroups.map(({ group }) => group)]) {
      void queryClient.prefetchQuery(alertsCountQuery(deps, about));
    }
  },
  component: lazyRouteComponent(() => import("./AlertsPage.tsx"), "AlertsPage"),
});
