import { expect, test } from "vitest";
import {
  allRows,
  correctedRows,
  registerUnitOfAll,
  repeatedPoints,
  shownColumns,
  withColumns,
  withPoint,
  withRegisterUnit,
  wrongRows,
} from "./file-rows.ts";
import type { FileRow } from "./inventory-answer.ts";

const rejection = { code: "point", raw: "Oak,A,101,Kitchen,S1" };

test("keeps a row that could not be parsed among those to correct", () => {
  const rows = [{ row: 2, cells: { building: "A" } }];
  const rejected = [
    { ...rejection, row: 3, column: null, reason: "Row 3: a quotation mark is opened and not closed." },
  ];
  expect(allRows({ rows, rejected })).toEqual([...rows, { row: 3, cells: {} }]);
  expect(wrongRows(allRows({ rows, rejected }), rejected)).toEqual([
    {
      row: 3,
      cells: {},
      raw: rejection.raw,
      reasons: new Map([["", "A quotation mark is opened and not closed."]]),
    },
  ]);
});

test("shows an error about several cells once, in the file's order, under each cell", () => {
  const rows = [
    { row: 2, cells: { point: "Kitchen" } },
    { row: 9, cells: { point: "" } },
  ];
  const found = wrongRows(rows, [
    { ...rejection, row: 9, column: "point", reason: "Row 9: point is empty." },
    { ...rejection, row: 2, column: "serial", reason: "Row 2: serial is empty. Fill it in." },
    { ...rejection, row: 2, column: "point", reason: "Row 2: point is no kind." },
  ]);
  expect(found.map(({ row }) => row)).toEqual([2, 9]);
  expect(found[0]?.reasons).toEqual(
    new Map([
      ["serial", "Serial is empty. Fill it in."],
      ["point", "Point is no kind."],
    ]),
  );
});

test("corrects an unknown meter point once for all rows that have it, and nothing else", () => {
  const points = ["Main", "Kitchen", "Main", ""];
  const rows = points.map((point, place) => ({ row: place + 2, cells: { point } }));
  const wrong = wrongRows(
    rows,
    rows.map(({ row }) => ({ ...rejection, row, column: "point", reason: "" })),
  );
  expect(repeatedPoints(wrong)).toEqual([{ pointName: "Main", rows: [2, 4] }]);
  const mending = withPoint({ cells: new Map([[2, { serial: "S9" }]]), leftOut: new Set() }, [2, 4], "SPOE");
  expect([...mending.cells]).toEqual([
    [2, { serial: "S9", point: "SPOE" }],
    [4, { point: "SPOE" }],
  ]);
});

test("sends rows with corrections and without those left out", () => {
  const rows = [2, 3, 4].map((row) => ({ row, cells: { building: "A", serial: `S${row}` } }));
  const mending = { cells: new Map([[3, { serial: "S9" }]]), leftOut: new Set([4]) };
  expect(correctedRows(rows, mending)).toEqual([
    { row: 2, cells: { building: "A", serial: "S2" } },
    { row: 3, cells: { building: "A", serial: "S9" } },
  ]);
});

// Covers inventory-6
test("fills a missing column from another heading, or with one value for all rows", () => {
  const rows = [{ row: 2, cells: { "Meter no.": "S1", unit: "101" } }];
  const sources = new Map([
    ["serial", { heading: "Meter no." }],
    ["building", { value: "Main" }],
  ]);
  expect(withColumns(rows, sources)).toEqual([{ row: 2, cells: { unit: "101", serial: "S1", building: "Main" } }]);
});

test("offers the file's columns, required ones and wrong ones; the property only where rows name it", () => {
  const columns = [
    { heading: "Apt", column: "unit" as const },
    { heading: "Remarks", column: null },
  ];
  const zone = { ...rejection, row: 2, column: "time_zone" as const, reason: "" };
  expect(shownColumns(columns, [zone], false)).toEqual([
    "property",
    "building",
    "unit",
    "point",
    "serial",
    "time_zone",
  ]);
  expect(shownColumns(columns, [], true)).toEqual(["building", "unit", "point", "serial"]);
});

test("asks for the register unit once for all rows, for none, or for each", () => {
  const rows: FileRow[] = [
    { row: 2, cells: { serial: "S1" } },
    { row: 3, cells: { serial: "S2", register_unit: " " } },
  ];
  expect(registerUnitOfAll(rows)).toBe("");
  expect(registerUnitOfAll(withRegisterUnit(rows, "litre"))).toBe("litre");
  expect(registerUnitOfAll([...rows, { row: 4, cells: { register_unit: "litre" } }])).toBeUndefined();
});
