import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { FileRefused } from "../refusals.ts";
import type { InventoryTable, TableRow } from "./inventory-table.ts";
import { tableOfWorkbook } from "./workbook-table.ts";

interface PlainRow extends Omit<TableRow, "refused"> {
  refused: { code: string; reason: string; column: string | null } | null;
}

/** The table of a workbook, or why there is none, in values that pass between threads. */
export type WorkbookAnswer = (Omit<InventoryTable, "rows"> & { rows: PlainRow[] }) | { code: string; reason: string };

/** What is outside of the heap, which has a limit of its own: a part can be unpacked once for each reference to it. */
const MAX_BUFFER_BYTES = 256 * 1024 * 1024;

setInterval(() => {
  if (process.memoryUsage().arrayBuffers > MAX_BUFFER_BYTES) process.exit(1);
}, 20).unref();

const { bytes, name } = z.object({ bytes: z.instanceof(Uint8Array), name: z.string() }).parse(workerData);
parentPort?.postMessage(await answer());

async function answer(): Promise<WorkbookAnswer> {
  try {
    const table = await tableOfWorkbook(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name);
    const rows = table.rows.map(({ refused, ...row }) => ({
      ...row,
      refused: refused && { code: refused.code, reason: refused.message, column: refused.column },
    }));
    return { ...table, rows };
  } catch (error) {
    if (error instanceof FileRefused) return { code: error.code, reason: error.message };
    throw error;
  }
}
