import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import type { InventoryTable, TableRow } from "../inventory/inventory-table.ts";
import { FileRejected } from "../rejections.ts";
import { tableOfWorkbook } from "./workbook-table.ts";
import { textOfWorkbook } from "./workbook-text.ts";

interface PlainRow extends Omit<TableRow, "rejected"> {
  rejected: { code: string; reason: unknown; column: string | null } | null;
}

/** A table of units and meters, in values that pass between threads. Errors lose their class and their fields there. */
export type PlainTable = Omit<InventoryTable, "rows"> & { rows: PlainRow[] };

/** The contents of a workbook, or why it is rejected: a sentence, as JSON has it. */
export type WorkbookAnswer = { table: PlainTable } | { text: string } | { code: string; reason: unknown };

/** What is outside of the heap, which has a limit of its own: a part can be unpacked once for each reference to it. */
const MAX_BUFFER_BYTES = 256 * 1024 * 1024;

setInterval(() => {
  if (process.memoryUsage().arrayBuffers > MAX_BUFFER_BYTES) process.exit(1);
}, 20).unref();

const { bytes, name, holds } = z
  .object({ bytes: z.instanceof(Uint8Array), name: z.string(), holds: z.enum(["inventory", "readings"]) })
  .parse(workerData);
parentPort?.postMessage(await answer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));

async function answer(file: Buffer): Promise<WorkbookAnswer> {
  try {
    if (holds === "readings") return { text: await textOfWorkbook(file, name) };
    const table = await tableOfWorkbook(file, name);
    const rows = table.rows.map(({ rejected, ...row }) => ({
      ...row,
      rejected: rejected && { code: rejected.code, reason: rejected.text, column: rejected.column },
    }));
    return { table: { ...table, rows } };
  } catch (error) {
    if (error instanceof FileRejected) return { code: error.code, reason: error.text };
    throw error;
  }
}
