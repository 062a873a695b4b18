import type { QueryClient } from "@tanstack/react-query";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { prefetch } from "../../../app/query.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { prefetchAlerts } from "../../property/device-parts/first-alerts.ts";
import { entryGateway } from "../../property/device-parts/gateway-entry.ts";
import { gatewaySearch } from "../../property/device-parts/gateway-search.ts";
import type { GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";
import { idsToSplit, theirCoverageQuery, trustQueries } from "./trust-queries.ts";

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
    prefetch(queryClient, trustQueries(deps));
    void prefetchTheirCoverage(queryClient, deps);
    void prefetchAlerts(queryClient, deps);
  },
  component: lazyRouteComponent(() => import("./PortfolioDevicesPage.tsx"), "PortfolioDevicesPage"),
});

async function prefetchTheirCoverage(client: QueryClient, search: GatewaySearch): Promise<void> {
  const worst = await client.fetchQuery(trustQueries(search).worst).catch(() => undefined);
  const ids = idsToSplit(search, worst);
  if (ids !== null) await client.prefetchQuery(theirCoverageQuery(search, ids));
}
