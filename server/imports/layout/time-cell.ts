import type { ColumnName } from "./file-format.ts";

/** A day without its time of day, as programs write it in a column of dates. */
const MIDNIGHT = /[T\s]+0{1,2}:00(:00(\.0+)?)?$/;
/** The day that spreadsheets and programs put before a time of day that has none. */
const NO_DAY = /^(1899-12-3[01]|1900-01-0[01]|1904-01-01|1970-01-01)[T\s]+/;

/** The time of a row as the file writes it: of its one column, or of those of the date and of the time of day. */
export function timeIn(fields: readonly string[], index: Record<ColumnName, number | null>): string {
  const time = index.time === null ? "" : (fields[index.time] ?? "");
  if (index.date === null) return time;
  const date = (fields[index.date] ?? "").trim();
  const clock = time.trim().replace(NO_DAY, "");
  return clock === "" ? date : `${date.replace(MIDNIGHT, "")} ${clock}`;
}
