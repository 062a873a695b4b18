import { open, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { text } from "../../problem/text.ts";
import { FileRejected } from "../rejections.ts";
import { isWorkbook } from "../workbook/is-workbook.ts";
import { readWorkbookText } from "../workbook/read-workbook.ts";
import { openSourceFile, type SourceFile } from "./source-file.ts";

/** All that is packed in a workbook has no more, unpacked. */
const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024;
/** The part that every Excel workbook has, and no other archive. */
const CONTENT_TYPES = Buffer.from("[Content_Types].xml", "latin1");

/**
 * Opens a file of readings, whatever its extension: CSV, compressed or not, or an Excel workbook.
 * @param name its name in messages and in the record of rejected rows; default: the name of the file
 * @throws as openSourceFile; FileRejected for a workbook that is too large
 */
export async function openReadingsFile(path: string, name = basename(path)): Promise<SourceFile> {
  const bytes = await archiveAt(path, name);
  if (bytes === null) return openSourceFile(path, name);
  let read = 0;
  return { name, bytes: bytes.length, bytesRead: () => read, delimiter: "\t", text: text() };

  async function* text(): AsyncGenerator<string> {
    if (bytes === null) return;
    yield await readWorkbookText(bytes, name);
    read = bytes.length;
  }
}

/** The workbook at this path; null: there is none, or what is there is none. */
async function archiveAt(path: string, name: string): Promise<Buffer | null> {
  const handle = await open(path).catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0).catch(() => noBytes);
    if (!isWorkbook(buffer.subarray(0, bytesRead))) return null;
    const { size } = await handle.stat();
    if (size > MAX_WORKBOOK_BYTES) {
      throw new FileRejected(
        "too_large_unpacked",
        text`${name} has ${Math.ceil(size / 1024 / 1024)} MiB, and at most 32 MiB are read of an archive. Save a workbook as CSV (UTF-8), which may be of any length; unpack an archive.`,
      );
    }
  } finally {
    await handle.close();
  }
  const bytes = await readFile(path);
  return bytes.includes(CONTENT_TYPES) ? bytes : null;
}

const noBytes = { buffer: Buffer.alloc(0), bytesRead: 0 };
