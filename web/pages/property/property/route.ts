import type { QueryClient } from "@tanstack/react-query";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { entrySearch } from "../../../app/report/filters/places-seen.ts";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { requireAccess, signedInRoute } from "../../../app/route/signed-in-route.ts";
import { idOf } from "../../../app/search-text.ts";
import { heatMapQuery } from "../building-heat-map/heat-map-query.ts";
import { leakListQuery } from "../leak-list/leak-list-query.ts";
import { occupancyQuery, vacantUnitsQuery } from "../occupancy/occupancy-query.ts";
import { gallonsDynamicsQuery, leakVolumeQuery } from "../report-charts/chart-query.ts";
import { preloadTab } from "./tab-code.ts";
import { deviceCountsQuery, silentDevicesQuery, topUnitsQuery } from "./tab-queries.ts";
import { propertyQuery } from "./view/property-query.ts";
import { type PropertySearch, propertySearch, propertyTab } from "./view/property-search.ts";

/** Starts all calls of a property's page, those of the open tab among them, beside the loading of its script. */
function prefetchProperty(client: QueryClient, id: number, search: PropertySearch): void {
  void client.prefetchQuery(propertyQuery(id));
  void client.prefetchQuery(overviewQuery(search));
  void client.prefetchQuery(biggestLeaksQuery(search));
  void client.prefetchQuery(placesQuery(search));
  void client.prefetchQuery(propertiesQuery());
  void client.prefetchQuery(gallonsDynamicsQuery(search));
  void client.prefetchQuery(leakVolumeQuery(search));
  const tab = propertyTab(search);
  preloadTab(tab);
  if (tab === "leaks") void client.prefetchQuery(leakListQuery(search));
  if (tab === "units") void client.prefetchQuery(topUnitsQuery(id, search));
  if (tab === "occupancy") {
    void client.prefetchQuery(vacantUnitsQuery(id));
    void client.prefetchQuery(occupancyQuery(id, search, search.occupancy));
  }
  if (tab === "heat-map") void client.prefetchQuery(heatMapQuery(id, search));
  if (tab === "devices") {
    void client.prefetchQuery(silentDevicesQuery(id, search));
    void client.prefetchQuery(deviceCountsQuery(id));
  }
}

/** One property: address, contact, its water and its lists. A link may name the organization to use. */
export const propertyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: "/properties/$property_id",
  validateSearch: propertySearch,
  beforeLoad: async ({ context: { queryClient, me }, params, search, preload }) => {
    const { organization_id: [organization] = [], ...rest } = search;
    // It is the active organization already; for users who cannot choose one, the property alone identifies it.
    if (organization !== undefined && !preload) {
      throw redirect({ to: "/properties/$property_id", params, search: rest, replace: true });
    }
    requireAccess(me, "property", "portfolio");
    const complete = await entrySearch(queryClient, "property", search, idOf(params.property_id));
    if (complete) throw redirect({ to: "/properties/$property_id", params, search: complete, replace: true });
  },
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => {
    const id = idOf(params.property_id);
    if (id === undefined) return;
    prefetchProperty(context.queryClient, id, { ...deps, property_id: [id], organization_id: undefined });
  },
  component: lazyRouteComponent(() => import("./PropertyPage.tsx"), "PropertyPage"),
});
