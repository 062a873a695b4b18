import { INTERVAL_MINUTES } from "../../ingest/days/day-intervals.ts";
import type { Reading } from "../../ingest/reading.ts";
import { text } from "../../problem/text.ts";
import { fieldsOf } from "../cells/fields.ts";
import type { Line } from "../cells/lines.ts";
import { neededNumber, numberOrNull, quoted, wholeNumberOrNull } from "../cells/numbers.ts";
import { registerUnitOf } from "../cells/register-units.ts";
import { type FileInterval, intervalOf, readDay } from "../layout/file-interval.ts";
import { decimalSignOf, type Layout } from "../layout/layout.ts";
import { timeIn } from "../layout/time-cell.ts";
import { RowRejected } from "../rejections.ts";
import { readTime, type WrittenTime } from "../times/times.ts";

/** A row of a file of readings, all but its instant. */
export interface FileRow {
  written: WrittenTime;
  reading: Omit<Reading, "at">;
  /** Local days that the volume covers from its time on; null: it covers the reading's own span. */
  days: FileInterval | null;
}

/** The ingest API rejects longer ones too. */
const LONGEST_SERIAL = 100;

/**
 * Reads one line of a file of readings.
 * @throws RowRejected with what is wrong; limits on what was read (negative, over 60 minutes, future) are the store's.
 */
export function readRow(line: Line, layout: Layout): FileRow {
  const { format, index } = layout;
  const fields = fieldsOf(line.text, layout.delimiter);
  const cell = (place: number | null) => (place === null ? undefined : fields[place]);
  const sign = decimalSignOf(layout);
  const nameOf = (column: keyof typeof index) => format.columns[column] ?? column;
  const needed = Math.max(index.serial ?? 0, index.date ?? 0, index.time ?? 0, index.value ?? 0);
  if (fields.length <= needed) {
    throw new RowRejected(
      "missing_column",
      fields.length === 1
        ? text`the row has one column, but the header has more. Complete the row.`
        : text`the row has ${fields.length} columns, but the header has more. Complete the row.`,
    );
  }
  const serial = (format.serial ?? cell(index.serial) ?? "").trim();
  if (serial === "" || serial.length > LONGEST_SERIAL) {
    throw new RowRejected(
      "unparsable",
      text`${nameOf("serial")} must hold a serial number of 1 to ${LONGEST_SERIAL} characters.`,
    );
  }
  const value = neededNumber(cell(index.value), nameOf("value"), sign);
  const hours = wholeNumberOrNull(cell(index.hours), nameOf("hours"), 1, sign) ?? 1;
  const span = spanOf(layout, serial, hours, cell(index.minutes));
  const days = span !== null && span.unit !== "minute" ? span : null;
  const minutes = span !== null && span.unit === "minute" ? span.count : null;
  return {
    written: (days === null ? readTime : readDay)(
      timeIn(fields, index),
      format.dateFormat,
      format.hasMixedDates,
      format.hasEndTimes,
    ),
    days,
    reading: {
      row: line.number,
      serial,
      raw: line.text,
      kind: format.kind === "register" ? "register" : minutes === null ? "hour" : "interval",
      gallons: inThousandths(value, thousandthsIn(format)),
      flowTime: numberOrNull(cell(index.flow_time), nameOf("flow_time"), sign),
      events: wholeNumberOrNull(cell(index.events), nameOf("events"), 0, sign),
      hours,
      minutes,
      sequence: wholeNumberOrNull(cell(index.sequence), nameOf("sequence"), 0, sign) ?? 0,
      class: classOf(cell(index.class), nameOf("class")),
    },
  };
}

/** The time that a volume covers; null: whole hours, or a register. */
function spanOf({ format }: Layout, serial: string, hours: number, written: string | undefined): FileInterval | null {
  if (format.kind === "register" || hours > 1) return null;
  if (written === undefined || written.trim() === "") {
    return format.intervals === undefined ? null : intervalOf(serial, format.intervals);
  }
  const minutes = INTERVAL_MINUTES.find((length) => length === Number(written));
  if (minutes !== undefined) return { unit: "minute", count: minutes };
  const name = format.columns.minutes ?? "minutes";
  throw new RowRejected(
    "minutes",
    text`${name} is ${quoted(written.trim())}, but must be one of ${INTERVAL_MINUTES.join(", ")}.`,
  );
}

/** 0: a device's value, 1: a person's, which takes precedence. Only archives contain it. */
function classOf(cell: string | undefined, column: string): number {
  const value = wholeNumberOrNull(cell, column) ?? 0;
  if (value > 1)
    throw new RowRejected("unparsable", text`${column} is ${value}; write 0 for a device's value, 1 for a person's.`);
  return value;
}

/** What one of the file's unit is: thousandths of a gallon, or of the unit in which the register is kept. */
function thousandthsIn(format: Layout["format"]): number {
  const { multiple, factor } = registerUnitOf(format);
  if (format.kind === "hourly") return multiple * factor;
  return format.inOwnUnit === true ? 1000 : multiple * 1000;
}

/** Rounds, but never a negative value up to zero, which would hide it. */
function inThousandths(value: number, perUnit: number): number {
  return value < 0 ? Math.floor(value * perUnit) : Math.round(value * perUnit);
}
