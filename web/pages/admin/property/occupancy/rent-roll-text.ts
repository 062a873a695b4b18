import { t } from "@lingui/core/macro";
import { csvFields } from "../../../../../contract/files/csv.ts";

/** A unit in a rent roll; the server validates each row separately. */
export interface RentRollRow {
  building?: string;
  unit: string;
  status: string;
  move_in?: string;
  move_out?: string;
  as_of?: string;
}

export interface RentRoll {
  /** The first line as it was pasted. */
  header: string;
  /** Each with its line as it was pasted. */
  rows: readonly { line: string; row: RentRollRow }[];
}

type Column = keyof RentRollRow;

/** What rent rolls call their columns, in lower case without blanks. */
const columnOf: Readonly<Record<string, Column>> = {
  building: "building",
  bldg: "building",
  unit: "unit",
  apt: "unit",
  apartment: "unit",
  status: "status",
  occupancy: "status",
  movein: "move_in",
  movedin: "move_in",
  moveout: "move_out",
  movedout: "move_out",
  asof: "as_of",
};

/** The most rows that the call takes. */
const MOST_ROWS = 10_000;

/**
 * Reads pasted cells of a spreadsheet, or the text of a CSV file; the first line names the columns.
 * @returns a sentence where it cannot be read
 */
export function readRentRoll(text: string): RentRoll | string {
  const [header = "", ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const separator = header.includes("\t") ? "\t" : header.includes(";") && !header.includes(",") ? ";" : ",";
  const columns = csvFields(header.replace(/^\uFEFF/, ""), separator).map(
    (name) => columnOf[name.toLowerCase().replace(/[^a-z]/g, "")],
  );
  if (!columns.includes("unit") || !columns.includes("status")) {
    return t`The first line must name the columns, unit and status among them.`;
  }
  if (lines.length === 0) return t`Below the first line, paste a line for each unit.`;
  if (lines.length > MOST_ROWS) return t`At most 10,000 units are taken at once.`;
  return { header, rows: lines.map((line) => ({ line, row: rowOf(csvFields(line, separator), columns) })) };
}

function rowOf(cells: readonly string[], columns: readonly (Column | undefined)[]): RentRollRow {
  const row: RentRollRow = { unit: "", status: "" };
  for (const [place, column] of columns.entries()) {
    const cell = cells[place]?.trim().slice(0, 200) ?? "";
    if (column !== undefined && cell !== "") row[column] = cell;
  }
  return row;
}

/** The text of the rejected rows, below their header, for correction. */
export function textOfRejected({ header, rows }: RentRoll, rejected: ReadonlySet<number>): string {
  return [header, ...rows.filter((_, place) => rejected.has(place + 1)).map(({ line }) => line)].join("\n");
}
