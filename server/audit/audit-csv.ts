import type { AuditRow } from "../../contract/accounts/audit.ts";
import { type CsvCell, csvHeader, csvRow } from "../../contract/files/csv.ts";

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

/** The record as a CSV file, a line for each row, as it is read. */
export async function* auditCsv(batches: AsyncIterable<AuditRow[]>): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of batches) {
    yield rows.map((row) => csvRow(columns.map((column) => cellOf(row[column])))).join("");
  }
}

function cellOf(value: unknown): CsvCell {
  if (typeof value === "string" || typeof value === "number") return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
