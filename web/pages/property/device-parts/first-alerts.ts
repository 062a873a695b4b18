import type { QueryClient } from "@tanstack/react-query";
import { alertCountsQuery, dryMetersQuery, silentMetersQuery, stationsQuery } from "./gateway-queries.ts";
import { alertTabs } from "./gateway-search.ts";
import type { AlertTab, GatewaySearch } from "./gateway-search-fields.ts";

interface Counts {
  gateways_routers: number;
  meters: number;
  no_consumption: number;
}

/** The list to open where nobody named one: the first with something in it; the first of all where none has, or that is not known. */
export function firstWithSome(counts: Counts | undefined): AlertTab {
  const count = (tab: AlertTab) => {
    if (tab === "gateways-routers") return counts?.gateways_routers;
    return tab === "meters" ? counts?.meters : counts?.no_consumption;
  };
  return alertTabs.find((tab) => (count(tab) ?? 0) > 0) ?? "gateways-routers";
}

/** Asks for the list of critical alerts that will be open, as soon as it is known which. */
export async function prefetchAlerts(client: QueryClient, search: GatewaySearch): Promise<void> {
  const tab = search.tab ?? firstWithSome(await client.fetchQuery(alertCountsQuery(search)).catch(() => undefined));
  if (tab === "meters") return client.prefetchQuery(silentMetersQuery(search));
  if (tab === "no-consumption") return client.prefetchQuery(dryMetersQuery(search));
  return client.prefetchQuery(stationsQuery(search));
}
