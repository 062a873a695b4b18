import { Worker } from "node:worker_threads";
import { KeptSentence } from "../../problem/kept-sentence.ts";
import { text } from "../../problem/text.ts";
import type { InventoryTable } from "../inventory/inventory-table.ts";
import { FileRejected, RowRejected } from "../rejections.ts";
import type { PlainTable, WorkbookAnswer } from "./workbook-worker.ts";

const MAX_HEAP_MB = 256;
const TIMEOUT_MS = 20_000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a workbook of units and meters.
 * @throws FileRejected for what is no workbook, for one that is too large, and for one that takes too much to read
 */
export async function readWorkbook(bytes: Buffer, name: string, timeoutMs = TIMEOUT_MS): Promise<InventoryTable> {
  const answer = await inThread(bytes, name, "inventory", timeoutMs);
  if (!("table" in answer)) throw new Error("A workbook of units answers with a table.");
  return tableFrom(answer.table);
}

/**
 * Reads a workbook of readings as the text of a file, tabs between its columns, each row in the line of its number.
 * @throws FileRejected as above, and where several sheets have rows
 */
export async function readWorkbookText(bytes: Buffer, name: string): Promise<string> {
  const answer = await inThread(bytes, name, "readings", TIMEOUT_MS);
  if (!("text" in answer)) throw new Error("A workbook of readings answers with a text.");
  return answer.text;
}

/** In a worker thread, one at a time, so that a hostile workbook exhausts neither the server's memory nor its CPU. */
function inThread(bytes: Buffer, name: string, holds: "inventory" | "readings", timeoutMs: number) {
  const answer = last.then(async () => {
    const found = await answerOfWorker(bytes, name, holds, timeoutMs);
    if ("code" in found) throw new FileRejected(found.code, KeptSentence.parse(found.reason));
    return found;
  });
  last = answer.catch(() => undefined);
  return answer;
}

function answerOfWorker(
  bytes: Buffer,
  name: string,
  holds: "inventory" | "readings",
  timeoutMs: number,
): Promise<WorkbookAnswer> {
  const worker = new Worker(new URL("./workbook-worker.ts", import.meta.url), {
    workerData: { bytes, name, holds },
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
function tableFrom(answer: PlainTable): InventoryTable {
  const rows = answer.rows.map(({ rejected, ...row }) => ({
    ...row,
    rejected:
      rejected === null ? null : new RowRejected(rejected.code, KeptSentence.parse(rejected.reason), rejected.column),
  }));
  return { ...answer, rows };
}

function tooExpensive(name: string): FileRejected {
  return new FileRejected(
    "too_large_unpacked",
    text`${name} takes too much time or memory to read. Copy the list alone into a new workbook, or save it as CSV (UTF-8).`,
  );
}
