import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { NewCost } from "../../../../../contract/costs/cost-entry.ts";
import { activeOrganization } from "../../../../app/active-organization.ts";
import { call } from "../../../../app/api.ts";
import { dependent, read } from "../../../../app/query.ts";
import { periodQuery } from "../../../../app/report/search/period-search.ts";
import type { Period } from "../../../../components/period/period.ts";

/** The units of a property. */
export function unitsOfQuery(property: number) {
  return read("GET /v1/inventory/properties/units", { query: { property_id: [property] } });
}

/** The price of a gallon at the units of a property, and its history. */
export function pricesQuery(property: number) {
  return read("GET /v1/reporting/portfolio-insights/finances/unit-gallon-price", {
    query: { property_id: [property] },
  });
}

/** What a gallon costs at units of an organization that have no price of their own. */
export function defaultPriceQuery(organization: number) {
  return read("GET /v1/reporting/portfolio-insights/finances/organization-gallon-price", {
    query: { organization_id: [organization] },
  });
}

/** The effect of new prices on the costs of a period. It changes nothing, so it may be requested while typing. */
export function effectQuery(costs: readonly NewCost[], period: Period) {
  const body = { ...periodQuery(period), costs: [...costs] };
  // Requested shortly after typing, it may start when an expired session has already led to the login page.
  return dependent(
    queryOptions({
      queryKey: ["effect of prices", activeOrganization(), body],
      queryFn: ({ signal }) =>
        call("POST /v1/reporting/portfolio-insights/finances/unit-gallon-price/effect", { body, signal }),
      placeholderData: keepPreviousData,
      // Other people's prices count too.
      staleTime: 0,
    }),
  );
}
