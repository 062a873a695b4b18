import { dependent, read } from "../../../app/query.ts";

/** Cases that the panel shows. */
const SHOWN_CASES = 4;

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

/** The newest leak cases of a unit. */
export function unitCasesQuery(propertyId: number, unitId: number) {
  return dependent(
    read("GET /v1/cases", {
      query: { property_id: [propertyId], unit_id: [unitId], ordering: "-started_at", page_size: SHOWN_CASES },
    }),
  );
}
