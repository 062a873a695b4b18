import type { AuditRow } from "../../contract/accounts/audit.ts";
import { csvField, csvLine } from "../../contract/files/csv.ts";

const columns = [
  "at",
  "actor",
  "actor_id",
  "action",
  "organization_id",
  "property_id",
  "object_type",
  "object_id",
  "before",
  "after",
  "request_id",
] as const satisfies (keyof AuditRow)[];

/** The record as a CSV file (RFC 4180, UTF-8), a line for each row, as it is read. */
export async function* auditCsv(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(columns.map((column) => csvField(textOf(row[column]))))).join("");
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
