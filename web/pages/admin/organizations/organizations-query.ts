import { readAllRows } from "../../../app/all-rows.ts";
import { call } from "../../../app/api.ts";
import { read } from "../../../app/query.ts";
import type { OrganizationsSearch } from "./organizations-search.ts";

const list = "GET /v1/admin/staff/inventory/organizations" as const;

/** A page of the organizations. */
export function organizationsQuery(params: OrganizationsSearch) {
  const { page_size = 10, search, ordering, page } = params;
  return read(list, { query: { search, ordering, page, page_size } });
}

/** All organizations by name, to choose from. */
export const allOrganizationsQuery = () =>
  readAllRows("organizations", {}, (query, signal) => call(list, { query, signal }));

/** How many properties belong to no organization: the count of a page of one. */
export function unassignedCountQuery() {
  return read("GET /v1/admin/staff/inventory/organizations/properties/unassigned", { query: { page_size: 1 } });
}
