import type { AuditRow } from "../../contract/audit.ts";

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

/**
 * A value as a cell. Tables take what begins with = + - @ or a control character for a formula and run it; an apostrophe
 * before it keeps it a text.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
