import type { Reading, Rejection } from "../../ingest/reading.ts";
import { openReadingsFile } from "../files/readings-file.ts";
import { inspectFile } from "../layout/inspect-file.ts";
import type { LayoutWish } from "../layout/layout.ts";
import { withFlags } from "../message.ts";
import { readingBatches } from "../rows/reading-batches.ts";

/** No options: everything is detected by the header. */
export const byHeader: LayoutWish = { formatName: null, mapped: null, delimiter: null, changes: {} };

/** All readings and rejected rows of a file, as an import gets them. */
export async function readAll(path: string, wish: LayoutWish, timeZone: string) {
  const layout = await inspectFile(path, wish);
  const readings: Reading[] = [];
  const rejected: (Rejection & { reason: string })[] = [];
  for await (const batch of readingBatches(await openReadingsFile(path), layout, timeZone)) {
    readings.push(...batch.readings);
    rejected.push(...batch.rejected.map((row) => ({ ...row, reason: withFlags(row.reason) })));
  }
  return { readings, rejected };
}
