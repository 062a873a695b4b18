import type { QueryClient } from "@tanstack/react-query";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { heatMapQuery } from "../building-heat-map/heat-map-query.ts";
import { leakListQuery } from "../leak-list/leak-list-query.ts";
import { occupancyQuery, vacantUnitsQuery } from "../occupancy/occupancy-query.ts";
import { gallonsDynamicsQuery, leakVolumeQuery } from "../report-charts/chart-query.ts";
import { preloadTab } from "./tab-code.ts";
import { deviceCountsQuery, silentDevicesQuery, topUnitsQuery } from "./tab-queries.ts";
import { propertyQuery } from "./view/property-query.ts";
import { type PropertySearch, propertyTab } from "./view/property-search.ts";

/** Starts all calls of a property's page, those of the open tab among them, beside the loading of its script. */
export function prefetchProperty(client: QueryClient, id: number, search: PropertySearch): void {
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
