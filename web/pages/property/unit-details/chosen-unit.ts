import type { CallAnswer } from "../../../app/api.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";

type Places = CallAnswer<"GET /v1/reporting/leak-report/leak-overview/filters">;
type Properties = CallAnswer<"GET /v1/reporting/my-properties/">;

/** The one unit that a report is about, and where it is. */
export interface ChosenUnit {
  id: number;
  name: string;
  building: string;
  propertyId: number;
  property: string;
  timeZone: string;
}

/**
 * The unit of a report of exactly one; a link may name the unit alone, so its building and property are found.
 * @returns null where several units or none are chosen, or the one is not there; undefined while that is not known
 */
export function chosenUnit(
  search: ReportSearch,
  places: Places | undefined,
  properties: Properties | undefined,
): ChosenUnit | null | undefined {
  const [id, another] = search.unit_id ?? [];
  if (id === undefined || another !== undefined) return null;
  if (places === undefined || properties === undefined) return undefined;
  const unit = places.units.find((one) => one.id === id);
  const building = places.buildings.find((one) => one.id === unit?.building_id);
  const property = properties.find((one) => one.id === building?.property_id);
  if (unit === undefined || building === undefined || property === undefined) return null;
  return {
    id,
    name: unit.name,
    building: building.building_name,
    propertyId: property.id,
    property: property.name,
    timeZone: property.time_zone,
  };
}
