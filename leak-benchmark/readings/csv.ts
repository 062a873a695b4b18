import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { FileError } from "./file-error.ts";

/** A line of a file. */
export interface Row<Column extends string> {
  /** From 1, the header being line 1. */
  line: number;
  /** What stands in a column, without spaces around it; empty where the file has no such column. */
  cell(column: Column): string;
  has(column: Column): boolean;
}

const DELIMITERS = [";", "\t", ","];

/**
 * Rows of a CSV file, gzip or not, whose header names the columns in any order, among any others; delimited by what its
 * header has most of. Values have no quotes around them and none inside.
 * @throws FileError naming columns that are missing
 */
export async function readCsv<Column extends string>(
  path: string,
  required: readonly Column[],
  optional: readonly Column[] = [],
): Promise<Row<Column>[]> {
  const bytes = await readFile(path).catch(() => {
    throw new FileError(`${path} cannot be read.`);
  });
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header = "", ...lines] = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const count = (delimiter: string) => header.split(delimiter).length;
  const delimiter = DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ",";
  const names = header.split(delimiter).map((name) => name.trim().toLowerCase());
  const missing = required.filter((column) => !names.includes(column));
  if (missing.length > 0) {
    throw new FileError(`${path} lacks the columns ${missing.join(", ")}; its header has ${names.join(", ")}.`);
  }
  const places = new Map<Column, number>();
  for (const column of [...required, ...optional]) places.set(column, names.indexOf(column));
  return lines.flatMap((text, number) => {
    if (text.trim() === "") return [];
    const fields = text.split(delimiter);
    const cell = (column: Column) => fields[places.get(column) ?? -1]?.trim() ?? "";
    return [{ line: number + 2, cell, has: (column: Column) => (places.get(column) ?? -1) >= 0 }];
  });
}
