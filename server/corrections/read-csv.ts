import type { RequestOf } from "../../contract/readings/repair-request.ts";
import type { SourceFile } from "../imports/files/source-file.ts";
import { withIntervals } from "../imports/layout/detect-interval.ts";
import { inspectText } from "../imports/layout/inspect-file.ts";
import type { Layout } from "../imports/layout/layout.ts";
import { FileRejected } from "../imports/rejections.ts";
import { rejectOtherUnits } from "../imports/rows/other-units.ts";
import { readingBatches } from "../imports/rows/reading-batches.ts";
import { UsageError } from "../imports/usage-error.ts";
import type { Reading, Rejection } from "../ingest/reading.ts";
import type { Inventory } from "../metering/inventory/inventory-types.ts";
import { wrongField } from "../problem/problem.ts";
import { layoutWishFor } from "../uploads/layout-wish.ts";

type Csv = NonNullable<RequestOf<"reimport">["csv"]>;

/**
 * The rows of a file's text by their lines, after the same checks as at an import. Local times are the property's where
 * neither the request nor the format names a zone.
 * @throws ProblemError invalid_fields when its columns, its decimals or the order of its dates cannot be detected
 */
export async function readCsv({ text, ...options }: Csv, inventory: Inventory): Promise<(Reading | Rejection)[]> {
  try {
    // A header alone means that nothing was measured in the range.
    const looked = await inspectText(inMemory(text), layoutWishFor(options));
    const layout = await withIntervals(inMemory(text), looked.layout);
    return await readText(text, layout, layout.format.timeZone ?? inventory.timeZone, inventory);
  } catch (error) {
    if (error instanceof FileRejected || error instanceof UsageError) {
      throw wrongField("csv", error.text);
    }
    throw error;
  }
}

/** The rows of a text that begins with a header line, whatever its content. */
export async function readText(
  text: string,
  layout: Layout,
  timeZone: string,
  inventory: Inventory,
): Promise<(Reading | Rejection)[]> {
  const rows: (Reading | Rejection)[] = [];
  for await (const batch of readingBatches(inMemory(text), layout, timeZone)) {
    const { readings, rejected } = rejectOtherUnits(batch, inventory, layout.format);
    rows.push(...readings, ...rejected);
  }
  return rows.sort((a, b) => a.row - b.row);
}

function inMemory(text: string): SourceFile {
  async function* pieces(): AsyncGenerator<string> {
    yield text;
  }
  const bytes = Buffer.byteLength(text);
  return { name: "csv", bytes, bytesRead: () => bytes, text: pieces() };
}
