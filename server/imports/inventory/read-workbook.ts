import { Worker } from "node:worker_threads";
import { FileRefused, RowRefused } from "../refusals.ts";
import type { InventoryTable } from "./inventory-table.ts";
import type { WorkbookAnswer } from "./workbook-worker.ts";

const MAX_HEAP_MB = 256;
const TIMEOUT_MS = 20_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a workbook in a thread of its own, one at a time, so that a hostile one takes neither the memory of the server
 * nor the time of other requests.
 * @throws FileRefused for what is no workbook, for one that is too large, and for one that takes too much to read
 */
export function readWorkbook(bytes: Buffer, name: string, timeoutMs = TIMEOUT_MS): Promise<InventoryTable> {
  const table = last.then(async () => tableFrom(await answerOfWorker(bytes, name, timeoutMs)));
  last = table.catch(() => undefined);
  return table;
}

function answerOfWorker(bytes: Buffer, name: string, timeoutMs: number): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL("./workbook-worker.ts", import.meta.url), {
    workerData: { bytes, name },
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
  });
  return new Promise<WorkbookAnswer>((resolve, reject) => {
    const tooMuch = () => reject(tooExpensive(name));
    const timer = setTimeout(tooMuch, timeoutMs);
    worker.once("message", resolve);
    worker.once("error", (error) => (isOutOfMemory(error) ? tooMuch() : reject(error)));
    worker.once("exit", () => {
      clearTimeout(timer);
      tooMuch();
    });
  }).finally(() => worker.terminate());
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

/** Errors lose their class and their fields between threads. */
function tableFrom(answer: WorkbookAnswer): InventoryTable {
  if (!("rows" in answer)) throw new FileRefused(answer.code, answer.reason);
  const rows = answer.rows.map(({ refused, ...row }) => ({
    ...row,
    refused: refused === null ? null : new RowRefused(refused.code, refused.reason, refused.column),
  }));
  return { ...answer, rows };
}

function tooExpensive(name: string): FileRefused {
  return new FileRefused(
    "too_large_unpacked",
    `${name} takes too much time or memory to read. Copy the list alone into a new workbook, or save it as CSV (UTF-8).`,
  );
}
