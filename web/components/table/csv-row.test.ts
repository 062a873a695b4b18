import { createElement } from "react";
import { expect, test } from "vitest";
import { formatDuration, formatGallons } from "../format.ts";
import { rowsShown } from "../pager/pages.ts";
import type { TableColumn } from "./column.ts";
import { fileCell, fileColumns, fileHeader, fileNameOfRows, fileTotals } from "./csv-row.ts";

const gallons: TableColumn<number> = {
  id: "gallons",
  header: "Gallons",
  unit: "gal",
  align: "right",
  cell: (value) => createElement("strong", null, formatGallons(value)),
  text: String,
};
const minutes = { ...gallons, header: "Flow Time", unit: undefined, textUnit: "min", cell: formatDuration };

test("a figure is rounded as shown and stays a plain number", () => {
  expect([42.16505658382315, 12345.6, 0].map((value) => fileCell(gallons, value))).toEqual(["42", "12346", "0"]);
  const tenths = { ...gallons, cell: (value: number) => formatGallons(value, 1) };
  expect(fileCell(tenths, 1234.56)).toBe("1234.6");
  expect([0.25, 0.0004, 0.000001].map((value) => fileCell(gallons, value))).toEqual(["0.25", "0.0004", "0.000001"]);
  expect(fileCell(minutes, 65.4)).toBe("65");
});

test("leaves text unchanged, numeric or not", () => {
  expect(fileCell({ ...gallons, align: "left", text: () => "0042.50" }, 1)).toBe("0042.50");
  expect(fileCell({ ...gallons, text: () => "" }, 1)).toBe("");
});

test("writes totals as plain numbers like the figures above them", () => {
  const dollars = { ...gallons, total: createElement("b", null, "$1,652.47") };
  const name = { ...gallons, align: "left" as const, total: "All units" };
  expect(fileTotals([name, gallons, { ...gallons, total: "110,165" }, dollars])).toEqual([
    "All units",
    "",
    "110165",
    "1652.47",
  ]);
  expect(fileTotals([gallons])).toBeNull();
});

test("puts the unit of the figures into the header", () => {
  expect([gallons, minutes].map(fileHeader)).toEqual(["Gallons (gal)", "Flow Time (min)"]);
});

test("leaves columns that only hold links out of the file", () => {
  expect(fileColumns([gallons, { ...gallons, card: "none" }])).toEqual([gallons]);
});

test("names the file after the rows that it has", () => {
  const paging = { page: 1, pageSize: 10, count: 85, onPageChange: () => {} };
  expect(fileNameOfRows("leaks", 10, paging)).toBe("leaks rows 11-20 of 85");
  expect(fileNameOfRows("leaks", 85, { ...paging, page: 0 })).toBe("leaks");
  expect(fileNameOfRows("leaks", 5, undefined)).toBe("leaks");
});

test("names no rows for a page beyond the last", () => {
  expect([0, 1, 8].map((page) => rowsShown(page, 10, 85))).toEqual(["1–10 of 85", "11–20 of 85", "81–85 of 85"]);
  expect(rowsShown(98, 10, 15)).toBe("None of 15 rows on this page");
  expect(rowsShown(0, 10, 0)).toBe("0 rows");
});
