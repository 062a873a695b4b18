import { text } from "../../problem/text.ts";
import type { DecimalSign } from "../cells/decimals.ts";
import { detectDelimiter, fieldsOf } from "../cells/fields.ts";
import { option } from "../message.ts";
import { FileRejected } from "../rejections.ts";
import { wrongOption } from "../usage-error.ts";
import { type ColumnName, columnNames, type FileFormat, namedFormats } from "./file-format.ts";

/** A format laid upon the header of one file. */
export interface Layout {
  format: FileFormat;
  delimiter: string;
  /** The line of the header; left out: the first. */
  headerLine?: number;
  /** The index of each column; null: the file does not have it. */
  index: Record<ColumnName, number | null>;
}

/** What the caller states about a file beside its header. */
export interface LayoutWish {
  /** A named format, or null to find out by the header. */
  formatName: string | null;
  /** A format made from a mapping; null: a named one. */
  mapped: FileFormat | null;
  /** null: found out by the header. */
  delimiter: string | null;
  /** Overrides of the format. */
  changes: Partial<
    Pick<
      FileFormat,
      | "unit"
      | "gallonsPerPulse"
      | "inOwnUnit"
      | "dateFormat"
      | "timeZone"
      | "count"
      | "serial"
      | "decimalComma"
      | "intervals"
      | "hasEndTimes"
    >
  >;
}

/** Columns without which there is no reading. */
const NEEDED: readonly ColumnName[] = ["time", "value"];
/** Columns that are needed where the format has them. */
const NEEDED_IF_NAMED: readonly ColumnName[] = ["date", "minutes"];

/** Finds the columns of a file in its header. @throws FileRejected when the header does not have those of the format. */
export function layOut(header: string, wish: LayoutWish): Layout {
  const delimiter = wish.delimiter ?? detectDelimiter(header);
  const written = fieldsOf(header, delimiter).map((name) => name.trim());
  const names = written.map(normal);
  const formats = wish.mapped !== null ? [wish.mapped] : namedFormats;
  const choices = formats
    .filter((format) => wish.formatName === null || wish.formatName === format.name)
    .map((format) => ({ ...format, ...wish.changes }));
  for (const format of choices) {
    if (missing(format, names).length === 0) return laidOut(format, delimiter, names);
  }
  const has = text`The file's header has: ${written.join(", ")}.`;
  const [only] = choices;
  if (only === undefined || (wish.mapped === null && wish.formatName === null)) {
    throw new FileRejected(
      "unknown_columns",
      text`No named format fits this file. Map its columns: ${option("map")} serial=COLUMN,time=COLUMN,gallons=COLUMN (or register=COLUMN). ${has}`,
    );
  }
  const lacking = missing(only, names).map((name) => `"${name}"`);
  const lack =
    lacking.length === 1
      ? text`The column ${lacking[0]} is not in the file.`
      : text`The columns ${lacking.slice(0, -1).join(", ")} and ${lacking.at(-1)} are not in the file.`;
  throw new FileRejected(
    "unknown_columns",
    text`${lack} Correct ${option(wish.mapped === null ? "format" : "map")}, or say another ${option("delimiter")}. ${has}`,
  );
}

/** How the numbers of a file may be written: where commas separate columns, a decimal comma has to be stated. */
export function decimalSignOf({ format, delimiter }: Layout): DecimalSign {
  if (format.decimalComma === true) return "comma";
  return delimiter === "," ? "point" : "unmistakable";
}

function laidOut(format: FileFormat, delimiter: string, names: readonly string[]): Layout {
  rejectTwice(format, names);
  if (format.kind === "hourly" && format.unit === "pulse" && format.gallonsPerPulse === undefined) {
    throw wrongOption("gallons_per_pulse", text`is needed: say how many gallons one pulse of a volume is, as 10.`);
  }
  const index = indexOf(format, names);
  if (format.serial !== null && index.serial !== null) {
    throw wrongOption(
      "serial",
      text`is for files without a column of serial numbers; this one has "${format.columns.serial}".`,
    );
  }
  return { format, delimiter, index };
}

function missing(format: FileFormat, names: readonly string[]): string[] {
  return columnNames
    .filter(
      (column) =>
        NEEDED.includes(column) ||
        (column === "serial" && format.serial === null) ||
        (NEEDED_IF_NAMED.includes(column) && format.columns[column] !== undefined),
    )
    .map((column) => format.columns[column] ?? column)
    .filter((name) => !names.includes(normal(name)));
}

/** @throws FileRejected for a column that is read and occurs more than once: each may hold other values */
function rejectTwice(format: FileFormat, names: readonly string[]): void {
  for (const column of columnNames) {
    const name = format.columns[column];
    if (name === undefined || names.filter((other) => other === normal(name)).length < 2) continue;
    throw new FileRejected(
      "column_twice",
      text`The file has more than one column "${name}". Remove or rename all but the one to read, and import it again.`,
    );
  }
}

function indexOf(format: FileFormat, names: readonly string[]): Record<ColumnName, number | null> {
  const at = (column: ColumnName) => {
    const name = format.columns[column];
    const place = name === undefined ? -1 : names.indexOf(normal(name));
    return place < 0 ? null : place;
  };
  return {
    serial: at("serial"),
    date: at("date"),
    time: at("time"),
    value: at("value"),
    flow_time: at("flow_time"),
    events: at("events"),
    hours: at("hours"),
    minutes: at("minutes"),
    sequence: at("sequence"),
    class: at("class"),
  };
}

function normal(name: string): string {
  return name.trim().toLowerCase();
}
