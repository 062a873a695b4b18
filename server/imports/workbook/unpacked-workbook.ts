import { inflateRawSync } from "node:zlib";
import { text } from "../../problem/text.ts";
import { FileRejected } from "../rejections.ts";

/** All that is packed in a workbook together: a file of a few megabytes can hold gigabytes. */
const MOST_BYTES = 32 * 1024 * 1024;

const END = Buffer.from("PK\x05\x06", "latin1");
const ENTRY = 0x02014b50;
/** Stands for a number in a field of ZIP64, which only files of gigabytes need. */
const IN_ZIP64 = 0xffffffff;

/**
 * Rejects a workbook that is too large, before anything parses it: each part is unpacked up to the limit, as the sizes
 * in its directory may be false.
 * @param mostRow the last row of a sheet in which there may be something
 * @throws FileRejected
 */
export function rejectHugeWorkbook(bytes: Buffer, name: string, mostRow: number): void {
  const end = bytes.lastIndexOf(END);
  const broken = () =>
    new FileRejected(
      "broken_workbook",
      text`${name} is not a complete Excel workbook. Save it again as .xlsx, or as CSV (UTF-8).`,
    );
  if (end < 0 || end + 22 > bytes.length) throw broken();
  let at = bytes.readUInt32LE(end + 16);
  let entries = bytes.readUInt16LE(end + 10);
  // Whoever reads ZIP64 would read another directory than this one.
  if (entries === 0xffff || bytes.readUInt32LE(end + 12) === IN_ZIP64 || at === IN_ZIP64) throw broken();
  let left = MOST_BYTES;
  let packedLeft = bytes.length;
  for (; entries > 0; entries--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    // Parts of an archive do not overlap, so together they are no more than it.
    packedLeft -= bytes.readUInt32LE(at + 20);
    if (packedLeft < 0) throw broken();
    const nameLength = bytes.readUInt16LE(at + 28);
    const part = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const unpacked = unpack(bytes, at, left);
    if (unpacked === null) throw broken();
    left -= unpacked.length;
    if (left <= 0) throw tooLarge(name);
    if (/worksheets\/[^/]*\.xml$/i.test(part)) rejectFarRows(unpacked, name, mostRow);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }

  function unpack(file: Buffer, entry: number, most: number): Buffer | null {
    const local = file.readUInt32LE(entry + 42);
    if (local + 30 > file.length) return null;
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(begin, begin + file.readUInt32LE(entry + 20));
    if (file.readUInt16LE(entry + 10) === 0) return packed;
    try {
      return inflateRawSync(packed, { maxOutputLength: most });
    } catch (error) {
      if (error instanceof RangeError) throw tooLarge(name);
      return null;
    }
  }
}

/** A single cell far below the others makes a sheet as large as all the rows down to it. */
function rejectFarRows(sheet: Buffer, name: string, mostRow: number): void {
  for (const [, row] of sheet.toString("latin1").matchAll(/\br="[A-Z]{0,3}(\d{5,})"/g)) {
    if (Number(row) <= mostRow) continue;
    throw tooManyRows(name, Number(row));
  }
}

export function tooManyRows(name: string, row: number): FileRejected {
  return new FileRejected(
    "too_many_rows",
    text`${name} has something in row ${row} of a sheet. Delete everything below the list, or split it.`,
  );
}

function tooLarge(name: string): FileRejected {
  return new FileRejected(
    "too_large_unpacked",
    text`${name} unpacks to more than ${MOST_BYTES / 1024 / 1024} MiB. Copy the list alone into a new workbook.`,
  );
}
