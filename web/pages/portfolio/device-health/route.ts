import type { QueryClient } from "@tanstack/react-query";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { entryGateway } from "../../property/device-parts/gateway-entry.ts";
import { alertCountsQuery, propertiesHealthQuery, reportingQuery } from "../../property/device-parts/gateway-query.ts";
import { gatewaySearch } from "../../property/device-parts/gateway-search.ts";
import type { GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";
import { prefetchAlerts } from "../../property/device-parts/prefetch-alerts.ts";
import { coverageQuery, idsToSplit, theirCoverageQuery, worstPropertiesQuery } from "./trust-query.ts";

/** Which properties report too little to be trusted. */
export const portfolioDevicesRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/portfolio-gateway-device-health",
  validateSearch: (raw: Record<string, unknown>) => gatewaySearch(raw),
  beforeLoad: async ({ context, search }) => {
    requireAccess(context.me, "portfolio");
    const complete = await entryGateway(context.queryClient, search);
    if (complete) throw redirect({ to: "/portfolio-gateway-device-health", search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(reportingQuery(deps, "portfolio"));
    void queryClient.prefetchQuery(coverageQuery(deps));
    void prefetchTheirCoverage(queryClient, deps);
    void queryClient.prefetchQuery(propertiesHealthQuery(deps));
    void queryClient.prefetchQuery(alertCountsQuery(deps));
    void prefetchAlerts(queryClient, deps);
    void queryClient.prefetchQuery(placesQuery(deps));
    void queryClient.prefetchQuery(propertiesQuery());
  },
  component: lazyRouteComponent(() => import("./PortfolioDevicesPage.tsx"), "PortfolioDevicesPage"),
});

async function prefetchTheirCoverage(client: QueryClient, search: GatewaySearch): Promise<void> {
  const worst = await client.fetchQuery(worstPropertiesQuery(search)).catch(() => undefined);
  const ids = idsToSplit(search, worst);
  if (ids !== null) await client.prefetchQuery(theirCoverageQuery(search, ids));
}
