import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { prefetchAlerts } from "../device-parts/first-alerts.ts";
import { entryGateway } from "../device-parts/gateway-entry.ts";
import { healthQueries, longestSilentQuery } from "../device-parts/gateway-queries.ts";
import { gatewaySearch } from "../device-parts/gateway-search.ts";

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
    prefetch(queryClient, { ...healthQueries(deps, "property"), longestSilent: longestSilentQuery(deps) });
    void prefetchAlerts(queryClient, deps);
  },
  component: lazyRouteComponent(() => import("./GatewayPage.tsx"), "GatewayPage"),
});
