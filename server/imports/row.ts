import type { Reading } from "../ingest/reading.ts";
import { fieldsOf } from "./fields.ts";
import { decimalSignOf, type Layout } from "./layout.ts";
import type { Line } from "./lines.ts";
import { neededNumber, numberOrNull, wholeNumberOrNull } from "./numbers.ts";
import { RowRefused } from "./refusals.ts";
import { thousandthsPer } from "./register-units.ts";
import { readTime, type WrittenTime } from "./times.ts";

/** A row of a file of readings, all but its instant. */
export interface FileRow {
  written: WrittenTime;
  reading: Omit<Reading, "at">;
}

/** Longer ones are refused by the ingest call too. */
const LONGEST_SERIAL = 100;

/**
 * Reads one line of a file of readings.
 * @throws RowRefused with what is wrong; limits on what was read (negative, over 60 minutes, future) are the store's.
 */
export function readRow(line: Line, layout: Layout): FileRow {
  const { format, index } = layout;
  const fields = fieldsOf(line.text, layout.delimiter);
  const cell = (place: number | null) => (place === null ? undefined : fields[place]);
  const sign = decimalSignOf(layout);
  const nameOf = (column: keyof typeof index) => format.columns[column] ?? column;
  const needed = Math.max(index.serial ?? 0, index.time ?? 0, index.value ?? 0);
  if (fields.length <= needed) {
    throw new RowRefused(
      "missing_column",
      `the row has ${fields.length === 1 ? "one column" : `${fields.length} columns`}, the header says more. Complete the row.`,
    );
  }
  const serial = (format.serial ?? cell(index.serial) ?? "").trim();
  if (serial === "" || serial.length > LONGEST_SERIAL) {
    throw new RowRefused(
      "unparsable",
      `${nameOf("serial")} must hold a serial number of 1 to ${LONGEST_SERIAL} characters.`,
    );
  }
  const value = neededNumber(cell(index.value), nameOf("value"), sign);
  return {
    written: readTime(cell(index.time) ?? "", format.dateFormat),
    reading: {
      row: line.number,
      serial,
      raw: line.text,
      kind: format.kind === "register" ? "register" : "hour",
      gallons: inThousandths(value, format.kind === "register" ? 1000 : thousandthsPer(format.unit)),
      flowTime: numberOrNull(cell(index.flow_time), nameOf("flow_time"), sign),
      events: wholeNumberOrNull(cell(index.events), nameOf("events")),
      hours: wholeNumberOrNull(cell(index.hours), nameOf("hours"), 1) ?? 1,
      minutes: null,
      sequence: wholeNumberOrNull(cell(index.sequence), nameOf("sequence")) ?? 0,
      class: classOf(cell(index.class), nameOf("class")),
    },
  };
}

/** 0: a device's value, 1: a person's, which stands above it. Only archives say it. */
function classOf(text: string | undefined, column: string): number {
  const value = wholeNumberOrNull(text, column) ?? 0;
  if (value > 1)
    throw new RowRefused("unparsable", `${column} is ${value}; write 0 for a device's value, 1 for a person's.`);
  return value;
}

/** Rounds, but never a negative value up to zero, which would hide it. */
function inThousandths(value: number, perUnit: number): number {
  return value < 0 ? Math.floor(value * perUnit) : Math.round(value * perUnit);
}
