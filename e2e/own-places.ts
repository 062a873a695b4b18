import type { APIRequestContext } from "playwright-core";
import type { OrganizationRow, PropertyRow } from "../contract/inventory/inventory.ts";

const organizations = "/v1/admin/staff/inventory/organizations";
const properties = `${organizations}/properties`;

/** A property that one test made, and takes out of sight again. */
export interface OwnProperty {
  id: number;
  name: string;
  archive: () => Promise<void>;
}

/**
 * Makes a property of the test's own as an IONAdmin, with what a spreadsheet of these cells has.
 * @throws where it is rejected, with the answer
 */
export async function ownProperty(
  request: APIRequestContext,
  prefix: string,
  rows: readonly Readonly<Record<string, string>>[] = [],
): Promise<OwnProperty> {
  const data = { organization_id: 1, name: `${prefix} ${Date.now()}`, time_zone: "America/Chicago" };
  const { id, name }: PropertyRow = await post(request, properties, data);
  if (rows.length > 0) {
    await post(request, `/v1/admin/staff/inventory/import?property_id=${id}`, {
      rows: rows.map((cells) => ({ cells })),
    });
  }
  return { id, name, archive: () => post(request, `${properties}/${id}/archive`) };
}

/** Makes an organization of the test's own; without properties it is seen nowhere but in the list of all. */
export function ownOrganization(request: APIRequestContext, prefix: string): Promise<OrganizationRow> {
  return post(request, organizations, { name: `${prefix} ${Date.now()}` });
}

async function post(request: APIRequestContext, path: string, data?: object) {
  const answer = await request.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}
