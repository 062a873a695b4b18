import { inflateRawSync } from "node:zlib";
import { readXlsx, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import { expect, test } from "vitest";
import type { Column } from "../../contract/files/file-columns.ts";
import { xlsxFile } from "./xlsx.ts";

const bare = { translate: (english: string) => english, digits: null, measure: null, factor: 1 };
const columns: Column[] = [
  { ...bare, path: ["name"], kind: "text", header: "Property" },
  {
    ...bare,
    path: ["gallons"],
    kind: "number",
    header: "Leak Gallons (gal)",
    measure: "gallons",
    factor: 1,
    digits: 1,
  },
  { ...bare, path: ["date"], kind: "day", header: "Date" },
];
const gallonsFormat = "[<0.05]General;#,##0.0";

async function bytesOf(file: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* batchesOf<T>(...batches: T[][]) {
  yield* batches;
}

/** A part of the workbook as its zip archive has it, read without the library that wrote it. */
function partOf(bytes: Buffer, name: string): string {
  let at = bytes.readUInt32LE(bytes.lastIndexOf("PK\x05\x06") + 16);
  for (; bytes.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, local] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)];
    if (bytes.toString("utf8", at + 46, at + 46 + nameLength) === name) {
      const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      return inflateRawSync(bytes.subarray(begin, begin + bytes.readUInt32LE(at + 20))).toString();
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return "";
}

/** By row, whether each cell is bold. */
function boldCells(bytes: Buffer, sheet = 1): boolean[][] {
  const styles = partOf(bytes, "xl/styles.xml");
  const fonts = /<fonts.*?<\/fonts>/s.exec(styles)?.[0].match(/<font>.*?<\/font>|<font\/>/gs) ?? [];
  const formats = /<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0].match(/<xf [^>]*>/g) ?? [];
  const isBold = formats.map((format) => /<b\/>/.test(fonts[Number(/fontId="(\d+)"/.exec(format)?.[1])] ?? ""));
  const rows = partOf(bytes, `xl/worksheets/sheet${sheet}.xml`).match(/<row .*?<\/row>/gs) ?? [];
  return rows.map((row) =>
    (row.match(/<c [^>]*>/g) ?? []).map((cell) => isBold[Number(/ s="(\d+)"/.exec(cell)?.[1] ?? 0)] ?? false),
  );
}

test("writes bold headings and totals, and keeps the formats of figures and days", async () => {
  const rows = batchesOf(
    [{ name: "Elm", gallons: 12_345.56, date: "2026-03-01" }],
    [
      { name: "Oak", gallons: null, date: null },
      { name: "Ash", gallons: 0.25, date: "2026-03-02" },
    ],
  );
  const bytes = await bytesOf(xlsxFile("Days", columns, rows, ["Total", 12_345.8, null]));
  expect(boldCells(bytes).map((row) => row.every((bold) => bold))).toEqual([true, false, false, false, true]);
  expect(boldCells(bytes).slice(1, 4).flat()).not.toContain(true);
  const [sheet] = (await readXlsx(new Uint8Array(bytes), { readStyles: true })).sheets;
  expect(sheet?.rows).toEqual([
    ["Property", "Leak Gallons (gal)", "Date"],
    ["Elm", 12_345.6, new Date("2026-03-01")],
    ["Oak", null, null],
    ["Ash", 0.3, new Date("2026-03-02")],
    ["Total", 12_345.8, null],
  ]);
  const styleOf = (cell: string) => sheet?.cells?.get(cell)?.style;
  expect([styleOf("1,1")?.numFmt, styleOf("1,2")?.numFmt]).toEqual([gallonsFormat, "yyyy-mm-dd"]);
  expect([styleOf("4,1")?.numFmt, styleOf("4,1")?.font?.bold]).toEqual([gallonsFormat, true]);
  expect(sheet?.columns?.map(({ width }) => Math.round(width ?? 0))).toEqual([24, 20, 12]);
});

test("writes bold headings without rows", async () => {
  expect(boldCells(await bytesOf(xlsxFile("Days", columns, batchesOf(), null)))).toEqual([[true, true, true]]);
});

test("begins a further sheet with bold headings, and reads rows only as the file is read", async () => {
  let read = 0;
  async function* many() {
    for (let batch = 0; read < XLSX_MAX_ROWS_PER_SHEET + 1; batch++) {
      const rows = Array.from({ length: 1_000 }, (_, row) => ({ row: batch * 1_000 + row }));
      read += rows.length;
      yield rows;
    }
  }
  const only: Column[] = [{ ...bare, path: ["row"], kind: "number", header: "Row" }];
  const file = xlsxFile("Rows", only, many(), [1]);
  const first = await file.next();
  expect(read).toBeLessThan(100_000);
  const bytes = Buffer.concat([first.value ?? Buffer.alloc(0), await bytesOf(file)]);
  const second = partOf(bytes, "xl/worksheets/sheet2.xml");
  expect(second).toContain(">Row<");
  const bold = boldCells(bytes, 2).flat();
  expect(bold.slice(0, 2)).toEqual([true, false]);
  expect(bold.at(-1)).toBe(true);
  expect(bold).toHaveLength(read + 3 - XLSX_MAX_ROWS_PER_SHEET);
}, 240_000);
