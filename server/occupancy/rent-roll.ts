import { detectDelimiter, fieldsOf } from "../imports/cells/fields.ts";
import { linesOf } from "../imports/cells/lines.ts";
import { openSourceFile } from "../imports/files/source-file.ts";
import { FileRejected, RowRejected } from "../imports/rejections.ts";
import type { OccupancyLine, RowOutcome } from "./store-occupancy.ts";

const columns = ["property", "building", "unit", "status", "move_in", "move_out", "as_of"] as const;
type Column = (typeof columns)[number];
const NEEDED: readonly Column[] = ["unit", "status"];

/**
 * Reads a rent roll: a CSV file (gzip too) with the columns unit and status, and any of property, building, move_in,
 * move_out, as_of, however their case and spaces are. Other columns are passed over.
 * @throws FileRejected when it is no CSV file or lacks a column that is needed; UsageError when it is not there.
 */
export async function readRentRoll(path: string): Promise<{ lines: OccupancyLine[]; rejected: RowOutcome[] }> {
  const file = await openSourceFile(path);
  const lines: OccupancyLine[] = [];
  const rejected: RowOutcome[] = [];
  let delimiter = ",";
  let places: Map<Column, number> | null = null;
  for await (const batch of linesOf(file.text)) {
    for (const line of batch) {
      if (places === null) {
        delimiter = detectDelimiter(line.text);
        places = placesOf(fieldsOf(line.text, delimiter));
        continue;
      }
      try {
        const fields = fieldsOf(line.text, delimiter);
        const known = places;
        const cell = (column: Column) => fields[known.get(column) ?? -1] ?? "";
        const { property, building, move_in, move_out, as_of } = Object.fromEntries(
          columns.map((column) => [column, cell(column)]),
        );
        const cells = { property, building, unit: cell("unit"), status: cell("status"), move_in, move_out, as_of };
        lines.push({ row: line.number, cells });
      } catch (error) {
        if (!(error instanceof RowRejected)) throw error;
        rejected.push({ row: line.number, status: "rejected", code: error.code, reason: error.text });
      }
    }
  }
  if (lines.length + rejected.length === 0) {
    throw new FileRejected("empty_file", `${file.name} has no rows. Write one row for each unit.`);
  }
  return { lines, rejected };
}

function placesOf(header: string[]): Map<Column, number> {
  const places = new Map<Column, number>();
  for (const [place, name] of header.entries()) {
    const plain = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_");
    const column = columns.find((known) => known === plain || known.replace("_", "") === plain);
    if (column === undefined) continue;
    if (places.has(column)) {
      throw new FileRejected(
        "column_twice",
        `The rent roll has more than one column ${column}. Remove or rename all but the one to read, and import it again.`,
      );
    }
    places.set(column, place);
  }
  const missing = NEEDED.filter((column) => !places.has(column));
  if (missing.length > 0) {
    throw new FileRejected(
      "unknown_columns",
      `The rent roll has no column ${missing.join(" and none ")}. It needs unit and status, and may have: ${columns.filter((column) => !NEEDED.includes(column)).join(", ")}.`,
    );
  }
  return places;
}
