import { createWriteStream, openSync, type WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { RefusedRow } from "../imports/refusals.ts";
import { WrongUse } from "../imports/wrong-use.ts";

/** A CSV file of refused rows: their line, code, reason and text. */
export class RefusedFile {
  private readonly stream: WriteStream;

  /** @throws WrongUse when the file cannot be written. */
  constructor(path: string) {
    this.stream = createWriteStream(path, { fd: opened(path) });
    this.stream.write("line,code,reason,raw\n");
  }

  add({ row, code, reason, raw }: RefusedRow): void {
    this.stream.write(`${row},${code},${cell(reason)},${cell(raw)}\n`);
  }

  async close(): Promise<void> {
    this.stream.end();
    await finished(this.stream);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, "w");
  } catch {
    throw new WrongUse(
      `--refused ${path} cannot be written. Name a file in a folder that is there and may be written.`,
    );
  }
}

/** A spreadsheet would run a cell that begins like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
