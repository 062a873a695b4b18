import { allRows } from "../../../app/all-rows.ts";
import { call } from "../../../app/api.ts";

/**
 * What an organization is called by now.
 * @throws ApiError; Error where it is gone
 */
export async function nameOnServer(id: number): Promise<string> {
  const rows = await allRows((query) => call("GET /v1/admin/staff/inventory/organizations", { query }));
  const found = rows.find((row) => row.id === id);
  if (found === undefined) throw new Error(`There is no organization ${id}.`);
  return found.name;
}
