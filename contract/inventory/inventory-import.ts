import { z } from "zod";
import { call } from "../call/call.ts";
import { flag, id } from "../call/fields.ts";

export const inventoryColumns = [
  "property",
  "building",
  "unit",
  "bedrooms",
  "point",
  "label",
  "serial",
  "gateway",
  "time_zone",
  "street",
  "city",
  "state",
  "zip",
  "register_unit",
  "gallons_per_pulse",
  "register_count",
  "register_width",
  "continuous_use_expected",
  "in_service_since",
] as const;
const column = z.enum(inventoryColumns);
export type InventoryColumn = z.infer<typeof column>;

const kind = z.enum(["organization", "property", "building", "unit", "gateway", "point", "meter"]);
const rowNumber = z.number().int().min(1).max(10_000_000);

const readRow = z.object({
  /** Where it came from: the line of the file, or the row of the sheet. */
  row: rowNumber,
  /** By column where it is known, else by heading. */
  cells: z.record(z.string(), z.string()),
});

const report = z.object({
  /** As the call named it. */
  name: z.string(),
  format: z.enum(["csv", "xlsx", "json"]),
  /** Which sheet of a workbook was read; null: it is none. */
  sheet: z.string().nullable(),
  /** The line or row that was read as the headings, the first as a rule; what stands above is a title. null: rows as JSON. */
  headings_row: z.number().int().nullable(),
  dry_run: z.boolean(),
  /** Whether the rows were applied. false in a dry run and when a row was rejected: nothing changed. */
  applied: z.boolean(),
  /** Cells that were read as what the merged area shows of which they are part. */
  merged_cells: z.number().int(),
  /** `column` null: not known, and not used. */
  columns: z.array(z.object({ heading: z.string(), column: column.nullable() })),
  /** Columns that are needed and not there; then no row was judged. */
  missing_columns: z.array(column),
  /** As they were read; they may be corrected and sent again as JSON. */
  rows: z.array(readRow),
  rejected: z.array(
    z.object({
      row: rowNumber,
      /** null: the whole row. */
      column: column.nullable(),
      code: z.string(),
      /** What is wrong and what to do. */
      reason: z.string(),
      raw: z.string(),
    }),
  ),
  counts: z.array(z.object({ kind, new: z.number().int(), changed: z.number().int(), unchanged: z.number().int() })),
  /** What is, or would be, new or changed; the first 1,000 of `differences_count`. */
  differences: z.array(
    z.object({
      kind,
      name: z.string(),
      change: z.enum(["new", "changed"]),
      /** What changed, such as "bedrooms 1 to 2"; of something new what it is, such as "bedrooms 2". */
      details: z.array(z.string()),
    }),
  ),
  differences_count: z.number().int(),
  /** Properties that were made or changed. */
  property_ids: z.array(z.number().int()),
});
export type InventoryImport = z.infer<typeof report>;

export const inventoryImportCalls = {
  "POST /v1/admin/staff/inventory/import": call({
    access: "staff",
    maxBodyKib: 4096,
    summary:
      "Updates properties, units, points and meters from a list, all or nothing. The list is the body: CSV, the first sheet of an Excel workbook, or rows as JSON.",
    query: z.strictObject({
      dry_run: flag.default(false).describe("true: returns the changes without applying them."),
      organization_id: id
        .optional()
        .describe(
          "The organization of the properties. Default: the default one for new properties, any for known ones.",
        ),
      property_id: id.optional().describe("The property of all rows, which then need not name it."),
      name: z.string().trim().min(1).max(200).default("The list").describe("Name of the file in messages."),
    }),
    body: z
      .strictObject({
        rows: z
          .array(
            z.strictObject({ row: rowNumber.optional(), cells: z.record(z.string().max(200), z.string().max(10_000)) }),
          )
          .min(1, "Send at least one row.")
          .max(10_000, "Send at most 10,000 rows."),
      })
      .optional(),
    response: report,
  }),
};
