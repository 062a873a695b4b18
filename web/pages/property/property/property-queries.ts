import { read } from "../../../app/query.ts";
import { biggestLeaksQuery, overviewQuery, placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { heatMapQuery } from "../building-heat-map/heat-map-query.ts";
import { propertyDevicesParams, propertyDevicesQuery } from "../device-parts/gateway-queries.ts";
import type { GatewaySearch } from "../device-parts/gateway-search-fields.ts";
import { leakListQuery } from "../leak-list/leak-list-query.ts";
import { occupancyQuery, vacantUnitsQuery } from "../occupancy/occupancy-query.ts";
import { gallonsDynamicsQuery, leakVolumeQuery } from "../report-charts/chart-query.ts";
import { topUnitsParams } from "../top-units/top-units-query.ts";
import { propertyQuery } from "./view/property-query.ts";
import { type PropertySearch, propertyTab } from "./view/property-search.ts";

/** The params of the top-leaking units of one property; the property itself is passed separately. */
export function unitsParams(search: PropertySearch) {
  const { organization_id: _organization, property_id: _property, ...rest } = topUnitsParams(search);
  return rest;
}

function silent({ building_id }: PropertySearch): GatewaySearch {
  return { building_id, status: ["offline", "delayed", "unknown"] };
}

/** The params of the devices without data: all that are not online now, except those filtered out. */
export function devicesWithoutDataParams(search: PropertySearch) {
  return propertyDevicesParams(silent(search), search.ordering);
}

/** All that the screen shows, with the tab that is open. */
export function propertyQueries(id: number, search: PropertySearch) {
  const { ordering, page = 1, page_size = 10 } = search;
  const tab = propertyTab(search);
  return {
    property: propertyQuery(id),
    overview: overviewQuery(search),
    biggestLeaks: biggestLeaksQuery(search),
    places: placesQuery(search),
    properties: propertiesQuery(),
    gallonsDynamics: gallonsDynamicsQuery(search),
    leakVolume: leakVolumeQuery(search),
    leaks: { ...leakListQuery(search), enabled: tab === "leaks" },
    /** One page of the property's units that leaked in the report's days. */
    topUnits: {
      ...read("GET /v1/reporting/top-leak-volume/properties/{id}/units", {
        params: { id },
        query: { ...unitsParams(search), page, page_size },
      }),
      enabled: tab === "units",
    },
    vacantUnits: { ...vacantUnitsQuery(id), enabled: tab === "occupancy" },
    occupancy: { ...occupancyQuery(id, search, search.occupancy), enabled: tab === "occupancy" },
    heatMap: { ...heatMapQuery(id, search), enabled: tab === "heat-map" },
    /** One page of the devices that are not online now. */
    silentDevices: {
      ...propertyDevicesQuery(id, silent(search), { ordering, page: page - 1, pageSize: page_size }),
      enabled: tab === "devices",
    },
    /** How many of the property's devices are online now. */
    deviceCounts: {
      ...read("GET /v1/reporting/device-health/portfolio-detail/properties", { query: { property_id: [id] } }),
      enabled: tab === "devices",
    },
  };
}
