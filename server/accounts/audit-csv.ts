import type { AuditRow } from "../../contract/audit.ts";
import { csvCell } from "../exports/csv.ts";

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
  yield `${columns.join(",")}\r\n`;
  for await (const rows of batches) {
    yield rows.map((row) => `${columns.map((column) => cell(row[column])).join(",")}\r\n`).join("");
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return csvCell(null);
  return csvCell(typeof value === "object" ? JSON.stringify(value) : String(value));
}
