import { text } from "../../problem/text.ts";
import { fieldsOf } from "../cells/fields.ts";
import { type Line, linesOf } from "../cells/lines.ts";
import { numberOrNull } from "../cells/numbers.ts";
import { openReadingsFile } from "../files/readings-file.ts";
import type { SourceFile } from "../files/source-file.ts";
import { option } from "../message.ts";
import { FileRejected, nothingStored, RowRejected } from "../rejections.ts";
import { DateOrders, type DateVerdict } from "./date-order.ts";
import { withIntervals } from "./detect-interval.ts";
import type { FileFormat } from "./file-format.ts";
import { Headings } from "./headings.ts";
import { decimalSignOf, type Layout, type LayoutWish } from "./layout.ts";
import { MixedDecimals } from "./mixed-decimals.ts";
import { timeIn } from "./time-cell.ts";

/**
 * Looks a file of readings over before anything of it is stored: is it text, has it the columns, where day and month
 * could be swapped, which way do its dates run, and over which time do its volumes run.
 * @param name what the file is called in sentences; default: the name that it has
 * @throws FileRejected with what to do.
 */
export async function inspectFile(path: string, wish: LayoutWish, name?: string): Promise<Layout> {
  const file = await openReadingsFile(path, name);
  const { layout, hasRows } = await inspectText(file, wish);
  if (hasRows) return withIntervals(await openReadingsFile(path, name), layout);
  throw new FileRejected(
    "empty_file",
    text`${file.name} has a header and no rows. Export it again and check its size.`,
  );
}

/**
 * The same for a text that may be a header alone.
 * @param file is read by this: open it again to take its rows
 * @throws FileRejected with what to do.
 */
export async function inspectText(file: SourceFile, wish: LayoutWish): Promise<{ layout: Layout; hasRows: boolean }> {
  let layout: Layout | null = null;
  const headings = new Headings({ ...wish, delimiter: file.delimiter ?? wish.delimiter });
  let dates: DateOrders | null = null;
  let decimals: MixedDecimals | null = null;
  let rows = 0;
  for await (const lines of linesOf(file.text)) {
    for (const line of lines) {
      if (layout === null) {
        layout = headings.see(line);
        if (layout === null) continue;
        dates = new DateOrders(layout.format.dateFormat, layout.format.kind === "register");
        if (decimalSignOf(layout) === "unmistakable") decimals = new MixedDecimals();
        continue;
      }
      rows++;
      see(line, layout, dates, decimals);
    }
  }
  if (layout === null) {
    headings.reject();
    throw new FileRejected("empty_file", text`${file.name} is empty. Export it again and check its size.`);
  }
  const verdict = dates?.verdict(wish.changes.dateFormat !== undefined);
  if (verdict?.kind === "other") {
    throw nothingStored("swapped_dates", file.name, verdict.sentence);
  }
  if (decimals?.inDoubt) {
    const { line, text: cell } = decimals.inDoubt;
    throw nothingStored(
      "mixed_decimals",
      file.name,
      text`it writes decimals with a comma, and line ${line} has ${cell}, which is one number or a thousand times that. Say ${option("decimal_comma")} if points separate thousands, or export it without them.`,
    );
  }
  return {
    layout: verdict === undefined ? layout : { ...layout, format: datedAs(layout.format, verdict) },
    hasRows: rows > 0,
  };
}

/** A format with the date order found in the file. */
function datedAs(format: FileFormat, { kind }: DateVerdict): FileFormat {
  if (kind === "excel") return { ...format, dateFormat: "excel" };
  return kind === "mixed" ? { ...format, hasMixedDates: true } : format;
}

function see(line: Line, layout: Layout, dates: DateOrders | null, decimals: MixedDecimals | null): void {
  const { delimiter, index, format } = layout;
  try {
    const fields = fieldsOf(line.text, delimiter);
    for (const place of [index.value, index.flow_time, index.events, index.hours, index.sequence]) {
      if (place !== null) decimals?.see(line.number, fields[place] ?? "");
    }
    const serial = index.serial === null ? (format.serial ?? "") : (fields[index.serial] ?? "");
    const register = format.kind === "register" ? registerIn(fields[index.value ?? 0], layout) : null;
    dates?.see(serial.trim(), timeIn(fields, index), register);
  } catch (error) {
    // Rows that cannot be parsed are rejected one by one when the file is imported.
    if (!(error instanceof RowRejected)) throw error;
  }
}

function registerIn(cell: string | undefined, layout: Layout): number | null {
  try {
    return numberOrNull(cell, "register", decimalSignOf(layout));
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    return null;
  }
}
