// Covers data-3

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { columnsOf, readHead } from "./file-head.ts";

test("reads the columns of the headings with any delimiter, without quotes and byte order mark", () => {
  const expected = { columns: ["Meter", "When", "Usage, gal"], example: ["A-1", "2026-01-01 00:00", "3.5"] };
  expect(columnsOf('\uFEFFMeter,When,"Usage, gal"\r\nA-1,2026-01-01 00:00,3.5\r\n')).toEqual(expected);
  expect(columnsOf('Meter;When;"Usage, gal"\nA-1;2026-01-01 00:00;3.5')).toEqual(expected);
  expect(columnsOf("Meter|When|Usage, gal\nA-1|2026-01-01 00:00|3.5")).toEqual(expected);
  expect(columnsOf("Meter\tWhen\tUsage, gal\nA-1\t2026-01-01 00:00\t3.5")).toEqual(expected);
});

test.for([
  ["Water usage report, May 2026\n\nserial,hour,gallons\nA-1,2026-05-01T00:00Z,1", ["serial", "hour", "gallons"]],
  [
    "Usage, by Elm Street, for Oak Homes, in 2026\nserial,hour,gallons\nA-1,2026-05-01T00:00Z,1",
    ["serial", "hour", "gallons"],
  ],
  ["Elm Street;;\n;;\nMeter;When;Usage\nA-1;2026-05-01 00:00;1", ["Meter", "When", "Usage"]],
] as const)("skips a title above the headings: %j", ([text, columns]) => {
  const found = columnsOf(text);
  expect(found.columns).toEqual(columns);
  expect(found.example[0]).toBe("A-1");
});

test("finds no columns in a file that is not text", () => {
  expect(columnsOf("PK\u0003\u0004 [Content_Types].xml")).toEqual({ columns: [], example: [] });
  expect(columnsOf("")).toEqual({ columns: [], example: [] });
});

test("unpacks a gzip file, and reads only the beginning of a large one", async () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => `A-${row * 7919},2026-01-01T00:00:00Z,${row}`);
  const packed = new Blob([gzipSync(`serial,hour,gallons\n${rows.join("\n")}\n`)]);
  expect(packed.size).toBeGreaterThan(200_000);
  expect(await readHead(packed)).toEqual({
    isPacked: true,
    columns: ["serial", "hour", "gallons"],
    example: ["A-0", "2026-01-01T00:00:00Z", "0"],
    isForeign: false,
  });
});

test("detects bytes that are not UTF-8, but not a character cut at the end of the sample", async () => {
  const text = (end: string) => `Zähler,When,Usage\n${"A-1,2026-01-01 00:00,3.5\n".repeat(4000)}${end}`;
  expect((await readHead(new Blob([Buffer.from(text(""), "latin1")]))).isForeign).toBe(true);
  for (const shift of ["", "a", "ab"]) {
    expect((await readHead(new Blob([`${shift}${"€".repeat(40_000)}`]))).isForeign, shift).toBe(false);
  }
});
