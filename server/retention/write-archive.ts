import { createHash, type Hash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, type WriteStream } from "node:fs";
import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { finished, pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip, type Gzip } from "node:zlib";
import type { Transactional } from "../database/connect.ts";
import { dayText } from "../time/local-day.ts";
import { type ArchiveKind, archiveHeaders, archiveKinds, archiveLines, type Span } from "./archive-lines.ts";

/** One file of an archive, as listed in its manifest. */
export interface ArchivedFile {
  file: string;
  rows: number;
  bytes: number;
  /** Of the file on disk. */
  sha256: string;
}

/**
 * Writes every stored value of a month of a property into gzip files, syncs them to disk and reads them back.
 * A file is never written over: a month that is archived a second time gets files of its own.
 * @returns the files; none when there is nothing to archive
 * @throws Error when a file does not read back as it was written
 */
export async function writeArchive(tx: Transactional, span: Span, directory: string): Promise<ArchivedFile[]> {
  const folder = join(directory, `property-${span.propertyId}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stem = freeStem(folder, dayText(span.from).slice(0, 7));
  const parts = archiveKinds.map((kind) => ({ kind, part: new Part(join(folder, `${stem}.${kind}.csv.gz`), kind) }));
  for await (const lines of archiveLines(tx, span)) {
    for (const { kind, part } of parts) await part.add(lines[kind].text, lines[kind].rows);
  }
  const files: ArchivedFile[] = [];
  for (const { part } of parts) {
    const file = await part.close();
    if (file !== null) files.push(file);
  }
  if (files.length > 0) await writeManifest(folder, stem, span, files);
  return files;
}

function freeStem(folder: string, month: string): string {
  for (let n = 1; ; n++) {
    const stem = n === 1 ? month : `${month}.${n}`;
    if (!existsSync(join(folder, `${stem}.json`))) return stem;
  }
}

/** A gzip file while it is written; made with its first row. */
class Part {
  private readonly path: string;
  private readonly kind: ArchiveKind;
  private readonly text: Hash = createHash("sha256");
  private rows = 0;
  private gzip: Gzip | null = null;
  private file: WriteStream | null = null;
  private written: Promise<void> = Promise.resolve();

  constructor(path: string, kind: ArchiveKind) {
    this.path = path;
    this.kind = kind;
  }

  async add(text: string, rows: number): Promise<void> {
    if (rows === 0) return;
    if (this.gzip === null) {
      // The lines repeat so much that the fastest level packs them nearly as well as the best.
      this.gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 1 << 18 });
      this.file = createWriteStream(`${this.path}.part`, { flush: true, mode: 0o600 });
      this.written = pipeline(this.gzip, this.file);
      // Awaited at the end, where it is thrown.
      this.written.catch(() => {});
      await this.write(archiveHeaders[this.kind]);
    }
    this.rows += rows;
    await this.write(text);
  }

  private async write(text: string): Promise<void> {
    this.text.update(text);
    const { gzip } = this;
    if (gzip === null || gzip.write(text)) return;
    await Promise.race([new Promise((drained) => gzip.once("drain", drained)), this.written]);
  }

  async close(): Promise<ArchivedFile | null> {
    if (this.gzip === null || this.file === null) return null;
    this.gzip.end();
    await this.written;
    await finished(this.file);
    const read = await readBack(`${this.path}.part`);
    if (read.text !== this.text.digest("hex") || read.lines !== this.rows + 1) {
      throw new Error(`The archive ${this.path}.part does not read back as it was written: nothing was dropped.`);
    }
    await rename(`${this.path}.part`, this.path);
    return { file: basename(this.path), rows: this.rows, bytes: read.bytes, sha256: read.packed };
  }
}

/** Reads a gzip file whole: the checksums of it and of its text, and its lines. */
async function readBack(path: string): Promise<{ text: string; packed: string; lines: number; bytes: number }> {
  const [text, packed] = [createHash("sha256"), createHash("sha256")];
  let [lines, bytes] = [0, 0];
  await pipeline(
    createReadStream(path, { highWaterMark: 1 << 18 }),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        packed.update(piece);
        bytes += piece.length;
        yield piece;
      }
    },
    createGunzip({ chunkSize: 1 << 18 }),
    async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) {
        text.update(piece);
        for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
      }
    },
  );
  return { text: text.digest("hex"), packed: packed.digest("hex"), lines, bytes };
}

/** Beside the files: what they hold, and their checksums in the form that `sha256sum --check` takes. */
async function writeManifest(folder: string, stem: string, span: Span, files: ArchivedFile[]): Promise<void> {
  const manifest = {
    property_id: span.propertyId,
    time_zone: span.timeZone,
    from_day: dayText(span.from),
    until_day: dayText(span.until - 1),
    files,
  };
  const sums = files.map(({ sha256, file }) => `${sha256}  ${file}\n`).join("");
  await writeFile(join(folder, `${stem}.sha256`), sums, { flush: true, mode: 0o600 });
  const path = join(folder, `${stem}.json`);
  await writeFile(`${path}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: 0o600 });
  await rename(`${path}.part`, path);
  for (const directory of [folder, dirname(folder)]) {
    const handle = await open(directory);
    // Some network shares know no such thing as a folder that is forced to disk.
    await handle.sync().catch(() => {});
    await handle.close();
  }
}
