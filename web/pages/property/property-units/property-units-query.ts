import { dependent, read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../app/report/search/report-view.ts";

/** What lists of properties are ordered by, and by which their units can be ordered, too. */
const unitFields = ["gallons_leaked", "gallons_consumed", "total_gallons_leaked", "leak_days"] as const;

/** Units that a property shows at first, and those that it shows more of at a time. */
const [FIRST_UNITS, MORE_UNITS] = [5, 50];

/**
 * The params of the units below a property: in the ordering of the properties if units have that figure, else most
 * leaked first.
 */
export function propertyUnitsParams(search: ReportSearch, ordering: string) {
  const { organization_id: _organization, property_id: _property, ...filters } = leaksQuery(search);
  return { ...filters, ordering: orderingOf(ordering, unitFields) ?? ("rank" as const) };
}

/** The first units of a property (page 0), or a page, counted from 1, of those behind them. */
export function propertyUnitsQuery(id: number, search: ReportSearch, ordering: string, page: number) {
  const slice = page === 0 ? { page: 1, page_size: FIRST_UNITS } : { page, page_size: MORE_UNITS, offset: FIRST_UNITS };
  return dependent(
    read("GET /v1/reporting/top-leak-volume/properties/{id}/units", {
      params: { id },
      query: { ...propertyUnitsParams(search, ordering), ...slice },
    }),
  );
}

/** Whether an answer at hand is about the units of a property. @param subject first part of its query's key */
export function isOfUnits(subject: unknown): boolean {
  return String(subject).includes("/top-leak-volume/properties/{id}/units");
}
