import { fieldsOf, guessDelimiter } from "../fields.ts";
import { linesOf } from "../lines.ts";
import { FileRefused, type RefusedRow, RowRefused } from "../refusals.ts";
import { openSourceFile } from "../source-file.ts";
import { type InventoryColumn, type InventoryRow, inventoryColumns, readInventoryRow } from "./inventory-row.ts";

const NEEDED: readonly InventoryColumn[] = ["property", "building", "point", "serial"];

/** Reads an inventory file. @throws FileRefused when it is no CSV file or its header has other columns. */
export async function readInventoryFile(path: string): Promise<{ rows: InventoryRow[]; refused: RefusedRow[] }> {
  const file = await openSourceFile(path);
  const rows: InventoryRow[] = [];
  const refused: RefusedRow[] = [];
  let delimiter = ",";
  let places: Map<InventoryColumn, number> | null = null;
  for await (const lines of linesOf(file.text)) {
    for (const line of lines) {
      if (places === null) {
        delimiter = guessDelimiter(line.text);
        places = placesOf(line.text.split(delimiter).map((name) => name.replaceAll('"', "").trim()));
        continue;
      }
      try {
        const fields = fieldsOf(line.text, delimiter);
        const known = places;
        rows.push(readInventoryRow(line.number, (column) => fields[known.get(column) ?? -1] ?? ""));
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        const reason = `Row ${line.number}: ${error.message}`;
        refused.push({ row: line.number, raw: line.text, code: error.code, reason });
      }
    }
  }
  if (rows.length + refused.length === 0)
    throw new FileRefused("empty_file", `${file.name} has no rows. Write one row for each meter.`);
  return { rows, refused };
}

function placesOf(header: string[]): Map<InventoryColumn, number> {
  const places = new Map<InventoryColumn, number>();
  for (const [place, name] of header.entries()) {
    const column = inventoryColumns.find((known) => known === name.toLowerCase());
    if (column === undefined) {
      throw new FileRefused(
        "unknown_columns",
        `The column "${name}" is not known. An inventory has: ${inventoryColumns.join(", ")}.`,
      );
    }
    places.set(column, place);
  }
  const missing = NEEDED.filter((column) => !places.has(column));
  if (missing.length > 0)
    throw new FileRefused(
      "unknown_columns",
      `The inventory has no ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}. Add ${missing.length === 1 ? "it" : "them"} to the header and the rows.`,
    );
  return places;
}
