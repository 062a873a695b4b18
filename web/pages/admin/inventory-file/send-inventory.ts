import { activeOrganization } from "../../../app/active-organization.ts";
import { address } from "../../../app/api.ts";
import { ApiError } from "../../../app/api-error.ts";
import type { FileRow, InventoryAnswer } from "./inventory-answer.ts";

/** Where the rows of a spreadsheet go. */
export interface Destination {
  /** Of new properties; null: the default organization. */
  organizationId: number | null;
  /** All rows belong to this property; left out: each row names its own. */
  propertyId?: number | undefined;
  /** Its name, which then needs no saying before each of its things. */
  propertyName?: string | undefined;
}

/** What is sent: the file unchanged, or its corrected rows. */
export type Sent = { name: string; file: Blob } | { name: string; rows: readonly FileRow[] };

/**
 * Sends a spreadsheet. @param dryRun whether to only preview the result
 * @throws ApiError for every failure, except that an aborted call throws what `fetch` throws
 */
export async function sendInventory(
  sent: Sent,
  to: Destination,
  dryRun: boolean,
  signal: AbortSignal,
): Promise<InventoryAnswer> {
  const isFile = "file" in sent;
  const headers = new Headers({ Accept: "application/json" });
  const organization = activeOrganization();
  if (organization !== null) headers.set("X-CURRENT-ORGANIZATION-ID", String(organization));
  // The server detects the type by the first bytes: browsers report different MIME types for CSV.
  headers.set("Content-Type", isFile ? "application/octet-stream" : "application/json");
  const url = address("/v1/admin/staff/inventory/import", undefined, {
    dry_run: dryRun,
    organization_id: to.organizationId,
    property_id: to.propertyId,
    name: sent.name.slice(0, 200),
  });
  const body = isFile ? sent.file : JSON.stringify({ rows: sent.rows });
  const response = await fetch(url, { method: "POST", headers, body, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, null);
  });
  const responseBody: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (!response.ok || !isAnswer(responseBody)) throw new ApiError(response.status, responseBody);
  return responseBody;
}

/** Whether it is an answer at all, and not a page of some box on the way; what is in it the server answers for. */
function isAnswer(responseBody: unknown): responseBody is InventoryAnswer {
  return (
    typeof responseBody === "object" && responseBody !== null && "rows" in responseBody && "rejected" in responseBody
  );
}
