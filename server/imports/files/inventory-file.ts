import { open, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { inventoryColumns } from "../../../contract/inventory/inventory-import.ts";
import { type InventoryTable, tableOfText } from "../inventory/inventory-table.ts";
import { type ReadTable, readTable, rejectEmpty } from "../inventory/read-table.ts";
import { FileRejected } from "../rejections.ts";
import { isWorkbook } from "../workbook/is-workbook.ts";
import { readWorkbook } from "../workbook/read-workbook.ts";
import { openSourceFile } from "./source-file.ts";

/**
 * Reads an inventory file, CSV or an Excel workbook.
 * @throws FileRejected when it is neither, or its header has other columns; UsageError when it cannot be opened
 */
export async function readInventoryFile(path: string): Promise<Pick<ReadTable, "rows" | "rejected">> {
  const name = basename(path);
  const table = await tableAt(path, name);
  const { columns, missing, rows, rejected } = readTable(table, name, null);
  const unknown = columns.find(({ column }) => column === null);
  if (unknown !== undefined) {
    throw new FileRejected(
      "unknown_columns",
      `The column "${unknown.heading}" is not known. An inventory has: ${inventoryColumns.join(", ")}.`,
    );
  }
  if (missing.length > 0) {
    throw new FileRejected(
      "unknown_columns",
      `The inventory has no ${missing.length === 1 ? "column" : "columns"} ${missing.join(", ")}. Add ${missing.length === 1 ? "it" : "them"} to the header and the rows.`,
    );
  }
  rejectEmpty(table, name);
  return { rows, rejected };
}

async function tableAt(path: string, name: string): Promise<InventoryTable> {
  if (isWorkbook(await magicOf(path))) return readWorkbook(await readFile(path), name);
  const { text } = await openSourceFile(path);
  return tableOfText(text);
}

/** The first bytes of a file; none where it cannot be read, which is reported when it is opened. */
async function magicOf(path: string): Promise<Uint8Array> {
  try {
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return Buffer.alloc(0);
  }
}
