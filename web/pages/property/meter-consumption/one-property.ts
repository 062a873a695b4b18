import { propertyOptions } from "../../../app/report/filters/filter-options.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";

type Properties = Parameters<typeof propertyOptions>[0];

/**
 * Whether a report is about a single property: one is chosen, or the user sees no other in the chosen organizations.
 * @param properties all that the user sees; undefined while they are not known
 */
export function isOneProperty(search: ReportSearch, properties: Properties | undefined): boolean {
  const { property_id, organization_id } = search;
  if (property_id) return property_id.length === 1;
  return properties !== undefined && propertyOptions(properties, organization_id).length === 1;
}
