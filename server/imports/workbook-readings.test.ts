// Covers data-1

import { type CellValue, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { layoutWishOf } from "./layout/layout-options.ts";
import { csvFile } from "./testing/csv-file.ts";
import { byHeader, readAll } from "./testing/read-all.ts";

interface Given {
  name?: string;
  rows: CellValue[][];
  merges?: { startRow: number; startCol: number; endRow: number; endCol: number }[];
  hidden?: boolean;
}
const book = async (...sheets: Given[]) =>
  csvFile(
    await writeXlsx({ sheets: sheets.map((sheet, i) => ({ name: `Sheet ${i + 1}`, ...sheet })) }),
    "readings.xlsx",
  );
const at = (text: string) => new Date(`${text}Z`);
const instants = ({ readings }: { readings: { at: number }[] }) =>
  readings.map((reading) => new Date(reading.at).toISOString().slice(0, 16));

test("reads date cells, texts and day numbers side by side, under a title, up to the empty rows", async () => {
  const rows: CellValue[][] = [
    ["Elm Street, usage", null, null],
    [null, null, null],
    ["serial", "read_at", "register"],
    ["00815", at("2026-03-01T00:00:00"), 100.5],
    ["00815", "2026-03-01 01:00", "101,25"],
    ["00815", at("2026-03-01T02:00:00"), 102],
    ["00815", "noon", 103],
    [null, null, null],
  ];
  const merges = [{ startRow: 0, startCol: 0, endRow: 0, endCol: 2 }];
  const found = await readAll(await book({ rows, merges }), byHeader, "UTC");
  expect(instants(found)).toEqual(["2026-03-01T00:00", "2026-03-01T01:00", "2026-03-01T02:00"]);
  expect(found.readings.map(({ row, serial, gallons }) => [row, serial, gallons])).toEqual([
    [4, "00815", 100_500],
    [5, "00815", 101_250],
    [6, "00815", 102_000],
  ]);
  expect(found.rejected).toMatchObject([{ row: 7, code: "unparsable" }]);
});

test("combines a column of days and one of times, also as numbers", async () => {
  const rows = [
    ["Meter", "Day", "Clock", "Used"],
    ["M", at("2026-03-01T00:00:00"), at("1899-12-31T14:30:00"), 1],
    ["M", at("2026-03-02T00:00:00"), "9:15 PM", 2],
  ];
  const wish = layoutWishOf({ map: "serial=Meter,date=Day,time=Clock,gallons=Used" });
  expect(instants(await readAll(await book({ rows }), wish, "UTC"))).toEqual(["2026-03-01T14:30", "2026-03-02T21:15"]);
  const numbers = [
    ["Meter", "Day", "Clock", "Used"],
    ["M", 46_082, 0.5, 1],
    ["M", 46_082, 13 / 24, 2],
  ];
  expect(instants(await readAll(await book({ rows: numbers }), wish, "UTC"))).toEqual([
    "2026-03-01T12:00",
    "2026-03-01T13:00",
  ]);
});

const readings = [
  ["serial", "hour", "gallons"],
  ["M", at("2026-03-01T00:00:00"), 1],
];

test("skips title-only, hidden and empty sheets; rejects several sheets with rows by name", async () => {
  const cover = { name: "Cover", rows: [["Elm Street"], ["Printed in June"]] };
  const hidden = { name: "Old", rows: readings, hidden: true };
  const path = await book(cover, hidden, { name: "May", rows: readings }, { name: "Empty", rows: [] });
  expect((await readAll(path, byHeader, "UTC")).readings).toHaveLength(1);
  const two = await book({ name: "May", rows: readings }, { name: "June", rows: readings });
  await expect(readAll(two, byHeader, "UTC")).rejects.toThrow(
    'readings.xlsx has more than one sheet with rows: "May", "June". Hide those that are not to be imported',
  );
  await expect(readAll(await book(cover), byHeader, "UTC")).rejects.toThrow("has no sheet with rows");
});

test("rejects a workbook with too many rows, naming the way without a limit", {
  timeout: 120_000,
}, async () => {
  const path = await csvFile(
    await writeXlsx({
      sheets: [{ name: "x", rows: readings, cells: new Map([["100001,0", { value: "far" }]]) }],
    }),
    "long.xlsx",
  );
  await expect(readAll(path, byHeader, "UTC")).rejects.toThrow(
    "long.xlsx is more than is read of a workbook: 100,000 rows, 32 MiB unpacked. Save it as CSV (UTF-8), which may be of any length",
  );
});
