import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { linesOf } from "../cells/lines.ts";
import { csvFile } from "../testing/csv-file.ts";
import { openSourceFile } from "./source-file.ts";

async function linesIn(content: string | Uint8Array, name?: string) {
  const file = await openSourceFile(await csvFile(content, name));
  const lines = [];
  for await (const batch of linesOf(file.text)) lines.push(...batch);
  return lines;
}

test("numbers lines like an editor, without blank ones and the byte order mark", async () => {
  expect(await linesIn("\ufeffa;b\r\n\r\n1;2\n3;4")).toEqual([
    { number: 1, text: "a;b" },
    { number: 3, text: "1;2" },
    { number: 4, text: "3;4" },
  ]);
});

test("detects gzip by its bytes, not by its name", async () => {
  expect(await linesIn(gzipSync("a,b\n1,2\n"), "readings.csv")).toHaveLength(2);
});

test("keeps characters that are split between chunks", async () => {
  const text = `header\n${"ß".repeat(400_001)}\n`;
  expect((await linesIn(text))[1]?.text).toBe("ß".repeat(400_001));
});

test.each([
  ["an empty file", "", /is empty/],
  ["gzip of nothing", gzipSync(""), /is empty/],
  ["a zip archive named .csv", Buffer.from("504b0304140000000800", "hex"), /zip archive.*Unpack it/],
  ["UTF-16", Buffer.from("\ufeffserial,hour\n", "utf16le"), /not UTF-8 text but UTF-16.*Save it as CSV in UTF-8/],
  ["a workbook with a password", Buffer.from("d0cf11e0a1b11ae1", "hex"), /without a password, as .xlsx or as CSV/],
  ["binary content", Buffer.from([1, 2, 0, 4, 5, 6]), /not UTF-8 text/],
  [
    "incomplete or damaged gzip",
    gzipSync(Buffer.from("serial,hour,gallons\n".repeat(5000))).subarray(0, 60),
    /incomplete or damaged gzip/,
  ],
  ["a line without end", "x".repeat(1_500_000), /more than a million characters/],
])("rejects %s with advice", async (_what, content, sentence) => {
  await expect(linesIn(content)).rejects.toThrow(sentence);
});
