import { type CellValue, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { tableOfWorkbook } from "./workbook-table.ts";

const book = async (rows: CellValue[][], more: object = {}) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: "Units", rows, ...more }] }));
const read = (bytes: Buffer) => tableOfWorkbook(bytes, "units.xlsx");

test("reads cells as displayed", async () => {
  const { headings, rows, sheet } = await read(
    await book([
      [],
      [" Unit ", "Serial", "Sum"],
      [101, "0815", 0.1 + 0.2],
      [null, null, null],
      ["10\n1", true, -12345678901],
    ]),
  );
  expect([headings, sheet]).toEqual([["Unit", "Serial", "Sum"], "Units"]);
  expect(rows.map(({ number, cells, rejected }) => [number, ...cells, rejected])).toEqual([
    [3, "101", "0815", "0.3", null],
    [5, "10\n1", "true", "-12345678901", null],
  ]);
});

test("reads a merged area in all of its cells, and rejects it in all of them for a date", async () => {
  const merges = [
    { startRow: 1, startCol: 0, endRow: 3, endCol: 0 },
    { startRow: 1, startCol: 1, endRow: 2, endCol: 2 },
  ];
  const rows = [
    ["Building", "Unit", "Serial"],
    ["A", "x", null],
    [null, null, null],
    [null, "3", "S3"],
  ];
  const filled = await read(await book(rows, { merges }));
  expect(filled.mergedCells).toBe(5);
  expect(filled.rows.map(({ cells }) => cells)).toEqual([
    ["A", "x", "x"],
    ["A", "x", "x"],
    ["A", "3", "S3"],
  ]);
  const dated = await read(
    await book(
      [
        ["Building", "Unit"],
        [new Date("2026-01-02"), 1],
        [null, 2],
        [null, 3],
      ],
      { merges: [merges[0]] },
    ),
  );
  expect(dated.rows.map(({ rejected }) => rejected?.code)).toEqual(["date_cell", "date_cell", "date_cell"]);
  const since = await read(
    await book([
      ["Building", "Unit", "In service since"],
      ["A", 1, new Date("2026-01-02")],
    ]),
  );
  expect(since.rows.map(({ cells, rejected }) => [cells[2], rejected])).toEqual([["2026-01-02", null]]);
});

test.each([
  ["what unpacks to far more than it is", async () => book([["a".repeat(34_000_000)]]), /unpacks to more than 32 MiB/],
  [
    "a cell in the last row that there can be",
    async () => book([["a"]], { cells: new Map([["1048575,0", { value: "far" }]]) }),
    /something in row 1048576/,
  ],
  ["too many columns", async () => book([Array.from({ length: 101 }, (_, i) => `c${i}`)]), /101 columns/],
  ["half a workbook", async () => (await book([["a"]])).subarray(0, 900), /not a complete Excel workbook/],
  [
    "a part that is not what it says",
    async () => {
      const bytes = await book([["a"], ["b"]]);
      return bytes.fill(7, 60, 200);
    },
    /Excel workbook/,
  ],
  [
    "nothing but hidden sheets",
    async () => Buffer.from(await writeXlsx({ sheets: [{ name: "x", rows: [["a"]], hidden: true }] })),
    /cannot be read as an Excel workbook/,
  ],
])("rejects %s with a message", async (_what, make, sentence) => {
  const bytes = await make();
  expect(bytes.length).toBeLessThan(1_000_000);
  await expect(read(bytes)).rejects.toThrow(sentence);
});

test("skips a title above the headings, and rows keep their numbers", async () => {
  const list = [
    ["Elm Street, meters", null, null],
    ["As of", "2026-05-01", null],
    ["Apt #", "Beds", "Meter no."],
    ["101", 2, "S1"],
  ];
  const merges = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }];
  const { headings, headingsRow, rows } = await read(await book(list, { merges }));
  expect([headings, headingsRow]).toEqual([["Apt #", "Beds", "Meter no."], 3]);
  expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([[4, "101", "2", "S1"]]);
});

test("rejects many references to one long text, which would be gigabytes once written out", async () => {
  const rows = Array.from({ length: 5000 }, () => Array<string>(20).fill("x".repeat(30_000)));
  const bytes = await book(rows);
  await expect(read(bytes)).rejects.toThrow("has more than 32 million characters in its cells");
});

test("rejects merged areas that cover the sheet many times over", async () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => [`${i}`]);
  const merges = Array.from({ length: 300 }, () => ({ startRow: 0, startCol: 0, endRow: 9_999, endCol: 99 }));
  await expect(read(await book(rows, { merges }))).rejects.toThrow("has merged areas of more than");
});
