import { readAllRows } from "../../../app/all-rows.ts";
import { call } from "../../../app/api.ts";
import { read } from "../../../app/query.ts";

/** Milliseconds between two looks at how far a property is. */
const LOOK_EVERY = 2_000;

/** As many are offered at once; who types finds the others. */
const OFFERED = 50;

/** Organizations to choose from, by name. @param search part of the name */
export function organizationsQuery(search?: string) {
  return read("GET /v1/admin/staff/inventory/organizations", { query: { search, page: 1, page_size: OFFERED } });
}

/** All of them, for one that is not among those offered. */
export function allOrganizationsQuery() {
  return readAllRows("organizations", {}, (query, signal) =>
    call("GET /v1/admin/staff/inventory/organizations", { query, signal }),
  );
}

/** Properties in use to choose from, by name. @param search part of the name or of the address */
export function propertiesQuery(search?: string) {
  return read("GET /v1/admin/staff/inventory/organizations/properties", {
    query: { search, page: 1, page_size: OFFERED },
  });
}

/** All that the screen shows; how far a property is, where it is known which. */
export function startQueries(propertyId: number | undefined) {
  return {
    organizations: organizationsQuery(),
    properties: propertiesQuery(),
    /** How far the property is; looked at again and again while the page is in sight. */
    setup: {
      ...read("GET /v1/admin/properties/{id}/setup", { params: { id: propertyId ?? 0 } }),
      staleTime: 0,
      refetchInterval: LOOK_EVERY,
      enabled: propertyId !== undefined,
    },
  };
}
