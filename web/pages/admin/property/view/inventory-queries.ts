import { read } from "../../../../app/query.ts";
import { placesQuery } from "../../../../app/report/report-queries.ts";
import { propertyQuery } from "../../../property/property/view/property-query.ts";
import type { InventorySearch } from "./inventory-search.ts";

const inventory = "/v1/admin/staff/inventory/properties/{property_id}" as const;

function pageOf({ page = 1, page_size = 10 }: InventorySearch) {
  return { page, page_size };
}

/** All buildings and units of a property by name, to choose from. */
export function choicesQuery(id: number) {
  return placesQuery({ property_id: [id] });
}

export function buildingsQuery(id: number, { other_page = 1 }: InventorySearch) {
  return read(`GET ${inventory}/buildings`, {
    params: { property_id: id },
    query: { page: other_page, page_size: 10 },
  });
}

export function unitsQuery(id: number, search: InventorySearch) {
  const { building_id } = search;
  return read(`GET ${inventory}/units`, { params: { property_id: id }, query: { building_id, ...pageOf(search) } });
}

export function pointsQuery(id: number, search: InventorySearch) {
  const { building_id, unit_id } = search;
  return read(`GET ${inventory}/points`, {
    params: { property_id: id },
    query: { building_id, unit_id, ...pageOf(search) },
  });
}

export function metersQuery(id: number, search: InventorySearch) {
  const { building_id, unit_id, search: text } = search;
  return read(`GET ${inventory}/meters`, {
    params: { property_id: id },
    query: { building_id, unit_id, search: text, ...pageOf(search) },
  });
}

/** The first 50 gateways: to choose from, and the list on its tab. */
export function gatewaysQuery(id: number, page = 1, page_size = 50) {
  return read(`GET ${inventory}/gateways`, { params: { property_id: id }, query: { page, page_size } });
}

export function tokensQuery(id: number, { other_page = 1 }: InventorySearch) {
  return read("GET /v1/admin/properties/{id}/gateway-tokens", {
    params: { id },
    query: { page: other_page, page_size: 10 },
  });
}

/** The default ordering of the units. */
export const occupancyOrdering = "building_name";

export function occupancyQuery(id: number, search: InventorySearch) {
  const { building_id, occupancy, ordering = occupancyOrdering } = search;
  return read("GET /v1/properties/{property_id}/occupancy", {
    params: { property_id: id },
    query: { building_id, occupancy, ordering, ...pageOf(search) },
  });
}

/** All that the screen shows of a property, with the tab that is open. */
export function inventoryQueries(id: number, search: InventorySearch) {
  const { tab, list } = search;
  const { page, page_size } = pageOf(search);
  return {
    property: propertyQuery(id),
    choices: choicesQuery(id),
    buildings: { ...buildingsQuery(id, search), enabled: tab === undefined },
    units: { ...unitsQuery(id, search), enabled: tab === undefined },
    points: { ...pointsQuery(id, search), enabled: tab === "meters" && list === "points" },
    meters: { ...metersQuery(id, search), enabled: tab === "meters" && list !== "points" },
    gateways: { ...gatewaysQuery(id, page, page_size), enabled: tab === "gateways" },
    tokens: { ...tokensQuery(id, search), enabled: tab === "gateways" },
    occupancy: { ...occupancyQuery(id, search), enabled: tab === "occupancy" },
  };
}
