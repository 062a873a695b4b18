import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { entryGateway } from "../device-parts/gateway-entry.ts";
import {
  alertCountsQuery,
  longestSilentQuery,
  propertiesHealthQuery,
  reportingQuery,
} from "../device-parts/gateway-query.ts";
import { gatewaySearch } from "../device-parts/gateway-search.ts";
import { prefetchAlerts } from "../device-parts/prefetch-alerts.ts";

/** Whether gateways, routers and meters report. */
export const gatewayRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/gateway-device-health",
  validateSearch: (raw: Record<string, unknown>) => gatewaySearch(raw),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "property");
    const complete = await entryGateway(context.queryClient, search);
    if (complete) throw redirect({ to: "/gateway-device-health", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(reportingQuery(deps, "property"));
    void queryClient.prefetchQuery(alertCountsQuery(deps));
    void queryClient.prefetchQuery(longestSilentQuery(deps));
    void prefetchAlerts(queryClient, deps);
    void queryClient.prefetchQuery(propertiesHealthQuery(deps));
    void queryClient.prefetchQuery(placesQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
  },
  component: lazyRouteComponent(() => import("./GatewayPage.tsx"), "GatewayPage"),
});
