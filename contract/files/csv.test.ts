import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvFields, csvFile, csvHeader, csvRow } from "./csv.ts";

/** Texts with much of what matters to readers of CSV files. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(..."=+-@|＝＋－＠｜';,\"\t\r\n 1a.%é水\u00a0\ufeff") }),
);
const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
const cell = fc.oneof(text, number, fc.constant(null));
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1 }));

/** What a spreadsheet runs. A signed number is none, nor where the cell's end follows, as readers of semicolons see it. */
const isFormula = (field: string) =>
  /^(\t|\s*[=+\-@|＝＋－＠｜])/.test(field) &&
  !/^(?!\t)\s*[+-]\d[\d,]*(\.\d+)?(e[+-]?\d+)?%?(?=[",;\r\n]|$)/.test(field);

/** The text that was written: formulas without their apostrophes. */
const withoutGuard = (field: string) => field.replaceAll(/(?<=^|[;\r\n])'(?='*(\t|[^\S\r\n]*[=+\-@|＝＋－＠｜]))/g, "");

test("keeps every text and number through a round trip, quotation marks, line breaks and formulas included", () => {
  fc.assert(
    fc.property(table, (rows) => {
      const read: string[][] = parse(csvFile(["header"], rows), { bom: true, relax_column_count: true });
      const written = rows.map((row) => row.map((value) => (value === null ? "" : String(value))));
      expect(read.slice(1).map((row) => row.map(withoutGuard))).toEqual(written);
    }),
  );
});

test("keeps numbers as they are", () => {
  fc.assert(
    fc.property(number, (value) => {
      expect(csvRow([value])).toBe(`${value}\r\n`);
    }),
  );
});

test("writes no field that a spreadsheet runs, where commas separate columns or where semicolons do", () => {
  fc.assert(
    fc.property(fc.array(text), (cells) => {
      const row = csvRow(cells);
      const read: string[][] = parse(row);
      // Quotation marks within a field count for nothing.
      expect([...read.flat(), ...row.split(/[;\r\n]/)].filter(isFormula)).toEqual([]);
    }),
  );
});

test("reads the fields of a line as they were written", () => {
  const oneLine = text.filter((value) => !/[\r\n]/.test(value));
  fc.assert(
    fc.property(fc.array(oneLine, { minLength: 1 }), (cells) => {
      const fields = csvFields(csvRow(cells).slice(0, -2), ",");
      expect(fields.map(withoutGuard)).toEqual(cells);
    }),
  );
});

test("keeps formulas as text, and written-out numbers as numbers", () => {
  const formulas = ["=1+1", "\t1", "+cmd", "-x", "-1+1", "@sum", "\tx", "＝1+1", "  =1", "|cmd", "-", "'=1"];
  expect(formulas.map((formula) => csvRow([formula]))).toEqual(formulas.map((formula) => `'${formula}\r\n`));
  expect(csvRow(["a;=1", ";=2", "a\n-b", "1; -3"])).toBe(`"a;'=1",";'=2","a\n'-b","1; -3"\r\n`);
  expect(csvRow(["-3", "+12.3%", "-1,204.5", -1e-7])).toBe('-3,+12.3%,"-1,204.5",-1e-7\r\n');
});

test("quotes cells that would break a row", () => {
  expect(csvRow(['12" pipe, hot', "two\nlines", "a;b", null, true])).toBe(
    '"12"" pipe, hot","two\nlines","a;b",,true\r\n',
  );
});

test("begins a file for people with a byte order mark", () => {
  expect(csvHeader(["a", "b"])).toBe("\uFEFFa,b\r\n");
});
