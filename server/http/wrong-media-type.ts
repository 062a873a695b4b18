import { ProblemError } from "../problem.ts";

/** The address of the one call whose body is a file. */
export const UPLOAD_PATH = "/v1/properties/:property_id/imports";

const taken: Record<string, string> = {
  "/v1/ingest/readings":
    "Send application/json, or application/x-ndjson with a reading a line; both also packed, with Content-Encoding: gzip.",
  [UPLOAD_PATH]: "Send the file as it is, as text/csv, or packed as application/gzip.",
};

/** What to send in place of a body of a kind that this address does not take. */
export function wrongMediaType(path: string | undefined): ProblemError {
  return new ProblemError("unsupported_media_type", taken[path ?? ""] ?? "Send application/json.");
}
