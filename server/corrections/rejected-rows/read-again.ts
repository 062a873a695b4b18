import { z } from "zod";
import { fieldsOf } from "../../imports/cells/fields.ts";
import { fileUnits } from "../../imports/cells/register-units.ts";
import { columnNames } from "../../imports/layout/file-format.ts";
import type { Layout } from "../../imports/layout/layout.ts";
import { dateFormats } from "../../imports/times/times.ts";
import { parseReading } from "../../ingest/batch/parse-readings.ts";
import { atRow, type Reading, type Rejection } from "../../ingest/reading.ts";
import type { Inventory } from "../../metering/inventory/inventory-types.ts";
import { text } from "../../problem/text.ts";
import { uplinkForm } from "../../uplinks/read-uplink.ts";
import { readText } from "../read-csv.ts";

/** A rejected row as it can be parsed again. */
export interface KeptRow {
  raw: string;
  /** How its text is to be read: the layout of the file that it is a line of, or as an uplink; null: a JSON reading. */
  form: unknown;
}

const place = z.number().int().nullable();
const fileInterval = z.object({
  unit: z.enum(["minute", "day", "month"]),
  count: z.number(),
  day: z.number().optional(),
});
const layoutShape = z.object({
  format: z.object({
    name: z.string(),
    columns: z.partialRecord(z.enum(columnNames), z.string()),
    kind: z.enum(["hourly", "register"]),
    unit: z.enum(fileUnits),
    gallonsPerPulse: z.number().optional(),
    dateFormat: z.enum(dateFormats),
    hasMixedDates: z.literal(true).optional(),
    timeZone: z.string().nullable(),
    count: z.number(),
    inOwnUnit: z.literal(true).optional(),
    decimalComma: z.literal(true).optional(),
    hasEndTimes: z.literal(true).optional(),
    // Kept by a release that knew hours only, it has none.
    intervals: z
      .object({
        interval: fileInterval,
        others: z.record(z.string(), fileInterval).optional(),
      })
      .optional(),
    serial: z.string().nullable(),
  }),
  delimiter: z.string().length(1),
  index: z.object({
    serial: place,
    // Rows that were kept before files could have the day in a column of its own.
    date: place.default(null),
    time: place,
    value: place,
    flow_time: place,
    events: place,
    hours: place,
    minutes: place.default(null),
    sequence: place,
    class: place,
  }),
});

/** @throws Error for a form that this program did not write */
function layoutOf(form: unknown): Layout {
  const { format, ...rest } = layoutShape.parse(form);
  return { ...rest, format };
}

/**
 * Parses a kept row again, in its original format.
 * @param row the number that the reading gets
 */
export async function readAgain(row: number, kept: KeptRow, inventory: Inventory): Promise<Reading | Rejection> {
  if (kept.form === null) return parseReading(row, { value: jsonOf(kept.raw), raw: kept.raw });
  const layout = layoutOf(kept.form);
  // The line alone: a time in the doubled hour needs an offset now, as the lines around it are missing.
  const [read, ...more] = await readText(
    `header\n${kept.raw}`,
    layout,
    layout.format.timeZone ?? inventory.timeZone,
    inventory,
  );
  if (more.length > 0) {
    return { row, raw: kept.raw, code: "several_rows", reason: atRow(row, text`it has several lines. Enter one.`) };
  }
  if (read !== undefined) return { ...read, row, raw: kept.raw };
  return { row, raw: kept.raw, code: "empty_row", reason: atRow(row, text`it has no text. Enter the reading.`) };
}

/** The serial number that a kept row names; null where none can be parsed. */
export function serialIn({ raw, form }: KeptRow): string | null {
  // Where a post has it depends on the mapping, which may be what was wrong.
  if (uplinkForm.safeParse(form).success) return null;
  if (form !== null) {
    const { format, delimiter, index } = layoutOf(form);
    if (format.serial !== null) return format.serial;
    try {
      return index.serial === null ? null : (fieldsOf(raw, delimiter)[index.serial]?.trim() ?? null);
    } catch {
      return null;
    }
  }
  const value = jsonOf(raw);
  if (typeof value !== "object" || value === null || !("serial" in value)) return null;
  return typeof value.serial === "string" ? value.serial : null;
}

/** A text parsed as JSON; undefined: it is none. */
export function jsonOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}
