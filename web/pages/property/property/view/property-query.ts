import { read } from "../../../../app/query.ts";

/** A property's name, address, contact, and what its units use on a day. */
export function propertyQuery(id: number) {
  return read("GET /v1/reporting/leak-report/properties/{id}/overview", { params: { id } });
}
