import type { WriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { csvHeader, csvRow } from "../../../contract/files/csv.ts";
import { withFlags } from "../../imports/message.ts";
import type { Rejection } from "../../ingest/reading.ts";
import { writtenFile } from "../output/written-file.ts";

/** A CSV file of rejected rows: their line, code, reason and text. */
export class RejectedFile {
  private readonly stream: WriteStream;

  /** @throws UsageError when the file cannot be written. */
  constructor(path: string) {
    this.stream = writtenFile(path, "--rejected");
    this.stream.write(csvHeader(["line", "code", "reason", "raw"]));
  }

  add({ row, code, reason, raw }: Rejection): void {
    this.stream.write(csvRow([row, code, withFlags(reason), raw]));
  }

  async close(): Promise<void> {
    this.stream.end();
    await finished(this.stream);
  }
}
