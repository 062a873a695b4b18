import { ProblemError } from "../../problem/problem.ts";
import { LIST_PATH, PHOTO_PATHS } from "./sent-file.ts";

/** The path of the call whose body is a file that is not read into memory. */
export const UPLOAD_PATH = "/v1/properties/:property_id/imports";

const PHOTO = "Send the photo as it is, as image/jpeg, image/png, image/webp or image/heic.";
const taken: Record<string, string> = {
  "/v1/ingest/readings":
    "Send application/json, or application/x-ndjson with a reading a line; both also compressed, with Content-Encoding: gzip.",
  [LIST_PATH]:
    "Send the list as it is, as text/csv or application/octet-stream (an Excel workbook, too), or its rows as application/json.",
  ...Object.fromEntries(PHOTO_PATHS.map((path) => [path, PHOTO])),
  [UPLOAD_PATH]:
    "Send the file as it is, as text/csv or packed as application/gzip, or an Excel workbook as application/octet-stream.",
};

/** Which media type to send instead of one that this path does not accept. */
export function wrongMediaType(path: string | undefined): ProblemError {
  return new ProblemError("unsupported_media_type", taken[path ?? ""] ?? "Send application/json.");
}
