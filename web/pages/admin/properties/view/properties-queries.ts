import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { read } from "../../../../app/query.ts";
import { allOrganizationsQuery } from "../../organizations/organizations.ts";
import type { PropertiesSearch } from "./properties-search.ts";

const list = "GET /v1/admin/staff/inventory/organizations/properties" as const;

/** All that the screen shows. */
export function propertiesQueries(params: PropertiesSearch) {
  const { view, organization_id, search, ordering, page, page_size = 10 } = params;
  const common = { search, ordering, page, page_size };
  return {
    /** A page of the properties, of the list that the URL names. */
    properties:
      view === "unassigned"
        ? read(`${list}/unassigned`, { query: common })
        : read(list, { query: { ...common, organization_id, archived: view === "archived" || undefined } }),
    organizations: allOrganizationsQuery(),
  };
}

/** A property as it is by now, archived or not; undefined: there is none such. @throws ApiError */
export async function propertyOnServer(id: number): Promise<PropertyRow | undefined> {
  for (const archived of [undefined, true]) {
    const rows = await allRows((query) => call(list, { query: { ...query, archived } }));
    const found = rows.find((row) => row.id === id);
    if (found !== undefined) return found;
  }
  return undefined;
}
