import type { ImportEnd, ImportJob } from "./run-import.ts";

/** What became of a file of the watched folder, as JSON for people and programs. */
export function importReport({ name, propertyId, importId, options }: ImportJob, end: ImportEnd): string {
  const report = {
    file: name,
    property_id: propertyId,
    import_id: importId,
    options,
    state: end.state,
    error: end.error && String(end.error),
    rows: end.rows,
    stored: end.stored,
    duplicate: end.duplicate,
    rejected: end.rejected,
    units_made: end.unitsMade,
    interval: end.interval && String(end.interval),
    rejected_rows: end.rejectedRows.map((row) => ({ ...row, reason: String(row.reason) })),
    /** Rejected rows beyond those above. */
    rejected_rows_left_out: Math.max(0, end.rejected - end.rejectedRows.length),
    odd_rows: end.oddRows.map((row) => ({ ...row, sentence: String(row.sentence) })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
