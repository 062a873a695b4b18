import type { QueryClient } from "@tanstack/react-query";
import { firstWithSome } from "./first-alerts.ts";
import { alertCountsQuery, dryMetersQuery, silentMetersQuery, stationsQuery } from "./gateway-query.ts";
import type { GatewaySearch } from "./gateway-search-fields.ts";

/** Asks for the list of critical alerts that will be open, as soon as it is known which. */
export async function prefetchAlerts(client: QueryClient, search: GatewaySearch): Promise<void> {
  const tab = search.tab ?? firstWithSome(await client.fetchQuery(alertCountsQuery(search)).catch(() => undefined));
  if (tab === "meters") return client.prefetchQuery(silentMetersQuery(search));
  if (tab === "no-consumption") return client.prefetchQuery(dryMetersQuery(search));
  return client.prefetchQuery(stationsQuery(search));
}
