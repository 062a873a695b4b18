import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { activeOrganization } from "../../../app/active-organization.ts";
import { call } from "../../../app/api.ts";

/** The list loads so many meters at a time. */
export const METERS_AT_A_TIME = 10;

/** The filters of the meters; undefined: of all buildings, of all units. */
export interface MeterFilters {
  building_id: number[] | undefined;
  unit_id: number[] | undefined;
}

/** The meters in service of a property, page after page. While other filters are on their way the rows before stay. */
export function metersQuery(propertyId: number, filters: MeterFilters) {
  return infiniteQueryOptions({
    queryKey: ["property meters", activeOrganization(), propertyId, filters],
    queryFn: ({ pageParam, signal }) =>
      call("GET /v1/reporting/leak-report/properties/{id}/meters", {
        params: { id: propertyId },
        query: { ...filters, page: pageParam, page_size: METERS_AT_A_TIME },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}
