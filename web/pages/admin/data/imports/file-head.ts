import { csvFields } from "../../../../../contract/files/csv.ts";
import { isKnownFile } from "./reading-choices.ts";

/** The beginning of a file of readings, as far as the browser looks into it. */
export interface FileHead {
  isPacked: boolean;
  /** The columns of its headings; none where it cannot be read here. */
  columns: readonly string[];
  /** A line of readings, for examples below the columns; none where there is none. */
  example: readonly string[];
  /** It has bytes that are not UTF-8, as Excel's plain "CSV" does: rows with them are rejected. */
  isForeign: boolean;
}

/** Enough for the first lines, whatever the size of the file. */
const HEAD_BYTES = 64 * 1024;
const MOST_COLUMNS = 100;

/** Looks at the first lines of a file, not further. @throws DOMException where the file cannot be read any more */
export async function readHead(file: Blob): Promise<FileHead> {
  const begin = file.slice(0, HEAD_BYTES);
  const bytes = new Uint8Array(await begin.arrayBuffer());
  if (bytes[0] === 0x50 && bytes[1] === 0x4b)
    return { isPacked: false, ...(await columnsOfWorkbook(file)), isForeign: false };
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // As a stream: the last sign may be cut off in its middle.
  const text = isPacked ? await unpackedBegin(begin) : new TextDecoder().decode(bytes, { stream: true });
  return { isPacked, ...columnsOf(text), isForeign: text.includes("\uFFFD") };
}

/** The first piece that comes out of a packed file; the rest of it is not here, so that reading on would fail. */
async function unpackedBegin(begin: Blob): Promise<string> {
  const reader = begin.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    const { value } = await reader.read();
    return new TextDecoder().decode(value, { stream: true });
  } catch {
    return "";
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** A title may stand above the headings of a sheet. */
const TITLE_ROWS = 10;
/** A larger one is looked into by the server alone. */
const MOST_WORKBOOK_BYTES = 8_000_000;

/** The columns and an example from the first sheet with rows; none where it cannot be read here. */
async function columnsOfWorkbook(file: Blob): Promise<Pick<FileHead, "columns" | "example">> {
  const none = { columns: [], example: [] };
  if (file.size > MOST_WORKBOOK_BYTES) return none;
  try {
    const { readXlsx } = await import("hucre/xlsx");
    const { sheets } = await readXlsx(new Uint8Array(await file.arrayBuffer()), {
      maxRows: TITLE_ROWS + 1,
      sheets: ({ hidden, veryHidden }) => hidden !== true && veryHidden !== true,
    });
    for (const { rows } of sheets) {
      const lines = rows.map((row) => row.slice(0, MOST_COLUMNS).map(shown));
      const place = headingsPlace(lines);
      const columns = lines[place];
      if (columns !== undefined) return { columns, example: lines[place + 1] ?? [] };
    }
  } catch {
    // The server reports what is wrong with it.
  }
  return none;
}

/** The first of the rows that have most texts: figures and days are no headings. -1: there is no table. */
function headingsPlace(lines: readonly (readonly string[])[]): number {
  const counts = lines.map((cells) => new Set(cells.filter((cell) => cell !== "" && !/^[\d.,:\s-]+$/.test(cell))).size);
  const most = Math.max(0, ...counts);
  return most < 2 ? -1 : counts.indexOf(most);
}

/** A cell as the server reads it. */
function shown(value: string | number | boolean | Date | null): string {
  if (!(value instanceof Date)) return String(value ?? "").trim();
  const text = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  return value.getUTCFullYear() < 1905 ? text.slice(11, 19) : text.slice(0, 19).replace("T", " ");
}

/** The columns and an example from the text at the begin of a file. */
export function columnsOf(text: string): Pick<FileHead, "columns" | "example"> {
  // A workbook, an image: the server reports what it is.
  if (text.includes("\0") || text.startsWith("PK")) return { columns: [], example: [] };
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter(isFilled)
    .slice(0, TITLE_ROWS + 1);
  const rows = lines.slice(0, TITLE_ROWS).map((line) => cellsOf(line, delimiterOf(line)));
  const known = rows.findIndex(isKnownFile);
  const place = Math.max(0, known === -1 ? headingsPlace(rows) : known);
  const [header, first] = lines.slice(place);
  if (header === undefined) return { columns: [], example: [] };
  const delimiter = delimiterOf(header);
  return { columns: cellsOf(header, delimiter), example: first === undefined ? [] : cellsOf(first, delimiter) };
}

/** Whether a line has anything but delimiters. */
function isFilled(line: string): boolean {
  return /[^\s,;|"]/.test(line);
}

/** What stands between most columns of a header. */
function delimiterOf(header: string): string {
  const counts = [",", ";", "\t", "|"].map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

/** The cells of a line, without blanks around them. */
function cellsOf(line: string, delimiter: string): string[] {
  return csvFields(line, delimiter)
    .slice(0, MOST_COLUMNS)
    .map((cell) => cell.trim());
}
