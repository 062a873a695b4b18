import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { createGunzip } from "node:zlib";
import { text } from "../../problem/text.ts";
import { FileRejected } from "../rejections.ts";
import { UsageError } from "../usage-error.ts";

/** A text file that is being read, unpacked on the way if it is gzip. */
export interface SourceFile {
  name: string;
  /** Size on disk. */
  bytes: number;
  /** How much of it was read so far. */
  bytesRead(): number;
  /** The separator of its columns; left out: detected by its header. */
  delimiter?: string;
  /** Its text in pieces of any length. Bytes that are not UTF-8 arrive as U+FFFD. */
  text: AsyncIterable<string>;
}

/**
 * Opens a CSV file, whatever its extension: gzip is detected by its first bytes.
 * @param name its name in messages and in the record of rejected rows; default: the name of the file
 * @throws UsageError when there is no such file, it is a folder or may not be read; FileRejected for an empty file, a
 * zip archive, a workbook with a password, UTF-16; while reading, for binary content and for gzip that ends early.
 */
export async function openSourceFile(path: string, name = basename(path)): Promise<SourceFile> {
  const { bytes, magic } = await firstBytes(path);
  if (bytes === 0) throw new FileRejected("empty_file", text`${name} is empty. Export it again and check its size.`);
  if (magic.startsWith("504b")) {
    throw new FileRejected(
      "zip_archive",
      text`${name} is a zip archive, despite its name. Unpack it, and import the file in it.`,
    );
  }
  if (magic.startsWith("d0cf11e0")) {
    throw new FileRejected(
      "locked_workbook",
      text`${name} is an Excel workbook with a password, or in a format older than .xlsx. Save it again without a password, as .xlsx or as CSV (UTF-8), and import that file.`,
    );
  }
  let read = 0;
  const gzip = magic.startsWith("1f8b");
  return { name, bytes, bytesRead: () => read, text: decode() };

  async function* decode(): AsyncGenerator<string> {
    const stored = createReadStream(path, { highWaterMark: 1 << 18 });
    stored.on("data", (piece) => {
      read += piece.length;
    });
    const plain: AsyncIterable<Uint8Array> = gzip ? stored.pipe(createGunzip({ chunkSize: 1 << 18 })) : stored;
    const decoder = new TextDecoder("utf-8");
    let first = true;
    try {
      for await (const piece of plain) {
        if (first) rejectOtherEncodings(name, piece);
        first = false;
        yield decoder.decode(piece, { stream: true });
      }
    } catch (error) {
      if (!gzip || error instanceof FileRejected || !isUnpackingError(error)) throw error;
      throw new FileRejected(
        "broken_gzip",
        text`${name} is incomplete or damaged gzip. Copy it again and repeat the import; stored rows are not duplicated.`,
      );
    } finally {
      stored.destroy();
    }
    if (first) throw new FileRejected("empty_file", text`${name} is empty. Export it again and check its size.`);
    yield decoder.decode();
  }
}

async function firstBytes(path: string): Promise<{ bytes: number; magic: string }> {
  const handle = await open(path).catch((error: unknown) => {
    throw unopened(path, error);
  });
  try {
    if ((await handle.stat()).isDirectory()) throw new UsageError(`${path} is a folder. Name a file in it.`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    return { bytes: (await handle.stat()).size, magic: buffer.subarray(0, bytesRead).toString("hex") };
  } finally {
    await handle.close();
  }
}

function unopened(path: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT" || code === "ENOTDIR")
    return new UsageError(`There is no file ${path}. Check its name and folder.`);
  if (code === "EACCES") return new UsageError(`The file ${path} cannot be read. Check its permissions.`);
  return error;
}

function rejectOtherEncodings(name: string, piece: Uint8Array): void {
  const utf16 = (piece[0] === 0xff && piece[1] === 0xfe) || (piece[0] === 0xfe && piece[1] === 0xff);
  if (utf16 || piece.subarray(0, 4096).includes(0)) {
    throw new FileRejected(
      "not_utf8",
      utf16
        ? text`${name} is not UTF-8 text but UTF-16. Save it as CSV in UTF-8 and import that file.`
        : text`${name} is not UTF-8 text. Save it as CSV in UTF-8 and import that file.`,
    );
  }
}

function isUnpackingError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}
