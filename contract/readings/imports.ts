import { z } from "zod";
import { call } from "../call/call.ts";
import { flag, id, orderingBy, paged, paging, writtenDecimal } from "../call/fields.ts";

const instant = z.iso.datetime({ offset: true });
const yes = z.union([z.boolean(), flag]);

/**
 * How to read a file of readings, with the option names of the import command. Used in a query, in `import.json` of a
 * watched folder (which may have true and false for yes and no), and in the representation of an import.
 */
export const importOptions = z.strictObject({
  /** A named format: daiad, ampds2 or dripline. Default: found out by the header. */
  format: z.enum(["daiad", "ampds2", "dripline"]).optional(),
  /**
   * Columns of any other file: `serial=COLUMN,time=COLUMN,gallons=COLUMN`, or `register=COLUMN`; `date=COLUMN` beside
   * `time` where the day has a column of its own.
   */
  map: z.string().min(1).max(2000).optional(),
  /** What `value=COLUMN` of `map` holds. */
  kind: z.enum(["hourly", "register"]).optional(),
  /** gallon, litre, cubic foot, m3, CCF (hundred cubic feet), kgal (thousand gallons) or pulse. */
  unit: z.string().min(1).max(40).optional(),
  /** With the unit pulse: how many gallons one is. Default: as the inventory has it for each register. */
  gallons_per_pulse: writtenDecimal(z.number().min(0.0001).max(100_000)).optional(),
  /** The smallest step of the register in that unit, for meters that are made. */
  count: writtenDecimal(z.number().min(0).max(10_000)).optional(),
  /** Zone of local times in the file, such as America/Chicago. Default: the property's. */
  time_zone: z.string().min(1).max(100).optional(),
  /** The character between columns, or tab. Default: found out by the header. */
  delimiter: z.string().min(1).max(3).optional(),
  /** How times are written; excel: days since 1900, as spreadsheets count them. Default: ISO, or as the format has it. */
  date_format: z.enum(["ISO", "YYYY-DD-MM", "DD/MM/YYYY", "MM/DD/YYYY", "unix", "excel"]).optional(),
  /** Whether numbers are written 1234,5 or 1.234,5. Default: a comma is a decimal sign only where it can be nothing else. */
  decimal_comma: yes.optional(),
  /** What a volume covers from its time on: 1, 5, 10, 15, 30 or 60 minutes, hour, day, week or month. Default: found out by the times. */
  interval: z.string().min(1).max(10).optional(),
  /** Whether times are the ends of what volumes cover. Left out: their begins. */
  interval_end: yes.optional(),
  /** Serial number of all rows, for files without a column for it. */
  serial: z.string().min(1).max(100).optional(),
  /** Whether a unit is made for each unknown serial number. */
  create_units: yes.optional(),
});
export type ImportOptions = z.infer<typeof importOptions>;

const importState = z.enum(["waiting", "running", "done", "failed", "interrupted"]);

export const importRow = z.object({
  id: z.number().int(),
  property_id: z.number().int(),
  /** The file's name. */
  name: z.string(),
  /** `failed`: the file could not be read to its end, `error` has the reason; the rows before are stored. */
  state: importState,
  /** Whether it only previews the result and stores nothing. */
  dry_run: z.boolean(),
  /** Size of the file, and how much of it was read so far. */
  bytes: z.number().int(),
  bytes_read: z.number().int(),
  /** Rows read so far: stored, duplicate and rejected ones. */
  rows: z.number().int(),
  /** In a dry run: those that could be stored, the ones that are there already among them. */
  stored: z.number().int(),
  /** null in a dry run, which cannot detect duplicates. */
  duplicate: z.number().int().nullable(),
  rejected: z.number().int(),
  /** The interval of the file's volumes as text: `15 minutes`; null: not known yet, given in each row, or registers. */
  interval: z.string().nullable(),
  /** Why it failed, was interrupted or, done, took not a single row, and what to do; null otherwise. */
  error: z.string().nullable(),
  /** An e-mail address, or the watched folder. */
  made_by: z.string(),
  made_at: instant,
  /** null: it waits or is at work. */
  finished_at: instant.nullable(),
});
export type ImportRow = z.infer<typeof importRow>;

export const rejectedRow = z.object({
  /** Line in the file, from 1. */
  row: z.number().int(),
  code: z.string(),
  /** Why, and what to do. */
  reason: z.string(),
  raw: z.string(),
});

export const oddRow = z.object({
  row: z.number().int(),
  serial: z.string(),
  /** A register below an earlier one, or a gap of over 90 minutes: no errors, yet worth a look. */
  kind: z.enum(["dip", "gap", "quarantined"]),
  sentence: z.string(),
});

export const importDetails = importRow.extend({
  options: importOptions,
  /** The first 100 of them. */
  rejected_rows: z.array(rejectedRow),
  odd_rows: z.array(oddRow),
});
export type ImportDetails = z.infer<typeof importDetails>;

const property = z.strictObject({ property_id: id });
const one = z.strictObject({ property_id: id, import_id: id });

export const importCalls = {
  "POST /v1/properties/{property_id}/imports": call({
    access: "admin",
    summary:
      "Imports a file of readings in the background (the body: text/csv, compressed as application/gzip, or an Excel workbook as application/octet-stream); the answer is the import, with its state. Importing a file again changes nothing.",
    params: property,
    query: importOptions.extend({
      /** What the file is called on record. */
      name: z.string().min(1).max(200).default("upload.csv"),
      dry_run: yes.default(false),
    }),
    response: importRow,
    status: 202,
  }),
  "GET /v1/properties/{property_id}/imports": call({
    access: "admin",
    summary: "The files that were uploaded for a property or found in its watched folder, newest first.",
    params: property,
    query: z.strictObject({ ...paging, ordering: orderingBy(["made_at", "name", "state"], "-made_at") }),
    response: paged(importRow),
  }),
  "GET /v1/properties/{property_id}/imports/{import_id}": call({
    access: "admin",
    summary: "The progress of one import, its options, and its first rejected or odd rows.",
    params: one,
    response: importDetails,
  }),
  "DELETE /v1/properties/{property_id}/imports/{import_id}": call({
    access: "admin",
    summary: "Cancels an import that waits or runs, after its current batch; stored rows stay.",
    params: one,
    response: importRow,
  }),
};
