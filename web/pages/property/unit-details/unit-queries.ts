import { dependent, read } from "../../../app/query.ts";

/** Leaks that the panel shows; the pages of the meters list all. */
const SHOWN_LEAKS = 4;

/** The occupancy of a unit, if known, and its use in the last seven complete days. */
export function unitOccupancyQuery(propertyId: number, unitId: number) {
  return dependent(
    read("GET /v1/properties/{property_id}/occupancy", {
      params: { property_id: propertyId },
      query: { unit_id: [unitId], page_size: 1 },
    }),
  );
}

/** The meters of a unit that are in service. */
export function unitMetersQuery(propertyId: number, unitId: number) {
  return dependent(
    read("GET /v1/reporting/leak-report/properties/{id}/meters", {
      params: { id: propertyId },
      query: { unit_id: [unitId], page_size: 10 },
    }),
  );
}

/** The newest leaks of a unit, whenever they ran, with what became of them. */
export function unitLeaksQuery(propertyId: number, unitId: number) {
  return dependent(
    read("GET /v1/leaks", {
      query: { property_id: [propertyId], unit_id: [unitId], ordering: "-started_at", page_size: SHOWN_LEAKS },
    }),
  );
}
