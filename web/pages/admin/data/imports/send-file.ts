import { t } from "@lingui/core/macro";
import type { ImportOptions, ImportRow } from "../../../../../contract/readings/imports.ts";
import { activeOrganization } from "../../../../app/active-organization.ts";
import { address } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { formatNumber } from "../../../../components/format.ts";

export interface SentFile {
  propertyId: number;
  file: File;
  isPacked: boolean;
  options: ImportOptions;
  /** Whether to only preview what would happen. */
  dryRun: boolean;
}

/** The server's default maximum file size in bytes. */
export const USUAL_MOST_BYTES = 100_000_000;

/**
 * Uploads a file of readings directly from disk: it is never read into memory.
 * @param onSent called with the number of bytes sent so far
 * @returns the import, which goes on in the background
 * @throws ApiError for every failure; an AbortError when it is interrupted
 */
export function sendFile(sent: SentFile, onSent: (bytes: number) => void, signal: AbortSignal): Promise<ImportRow> {
  const { propertyId, file, isPacked, options, dryRun } = sent;
  // fetch does not report upload progress.
  const request = new XMLHttpRequest();
  return new Promise((resolve, reject) => {
    const query = { ...options, name: file.name.slice(0, 200), dry_run: dryRun };
    request.open("POST", address("/v1/properties/{property_id}/imports", { property_id: propertyId }, query));
    const organization = activeOrganization();
    if (organization !== null) request.setRequestHeader("X-CURRENT-ORGANIZATION-ID", String(organization));
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader(
      "Content-Type",
      isPacked
        ? "application/gzip"
        : file.name.toLowerCase().endsWith(".xlsx")
          ? "application/octet-stream"
          : "text/csv",
    );
    request.upload.addEventListener("progress", ({ loaded }) => onSent(loaded));
    request.addEventListener("load", () => {
      const body = parsed(request.responseText);
      if (request.status === 202 && isImport(body)) resolve(body);
      else reject(new ApiError(request.status, body));
    });
    request.addEventListener("error", () => reject(new ApiError(0, { code: "unreachable", detail: brokenOff(file) })));
    request.addEventListener("abort", () => reject(new DOMException("The upload was interrupted.", "AbortError")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Why a connection may have closed midway: a server that rejects a file does not read it to the end. */
function brokenOff({ name, size }: File): string {
  if (size > USUAL_MOST_BYTES) {
    return t`${name} has ${formatNumber(size / 1_000_000)} MB, and the server stopped taking it. It usually takes 100 MB (UPLOAD_LIMIT_MB): pack the file with gzip, or split it.`;
  }
  return t`The connection was lost while the file was being sent, and nothing of it was stored. A file must be there within 60 seconds: pack a large one with gzip. Then try again.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether it is an answer at all, and not a page of some box on the way; what is in it the server answers for. */
function isImport(body: unknown): body is ImportRow {
  return typeof body === "object" && body !== null && "id" in body && "state" in body;
}
