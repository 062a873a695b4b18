import { expect, test } from "vitest";
import { FileRejected } from "../rejections.ts";
import { readWorkbook } from "./read-workbook.ts";
import { book, hostileWorkbooks, slowWorkbooks } from "./testing/hostile-workbooks.ts";
import { zip } from "./testing/zip.ts";

const outcomeOf = async (bytes: Buffer, timeoutMs?: number) => {
  try {
    return (await readWorkbook(bytes, "units.xlsx", timeoutMs)).rows.length;
  } catch (error) {
    if (error instanceof FileRejected) return error.message;
    throw error;
  }
};

test.each(hostileWorkbooks)(
  "returns a table or an error message: %s",
  { timeout: 240_000 },
  async (_what, outcome, make) => {
    const found = await outcomeOf(make());
    if (typeof outcome === "number") expect(found).toBe(outcome);
    else expect(found).toMatch(outcome);
  },
);

test.each(slowWorkbooks)("aborts what takes too long: %s", { timeout: 240_000 }, async (_what, make) => {
  expect(await outcomeOf(make(), 2000)).toMatch(/takes too much time or memory to read/);
});

test("rejects a workbook cut at any tenth of its length", { timeout: 240_000 }, async () => {
  const whole = zip(book());
  expect(await outcomeOf(whole)).toBe(1);
  for (let tenth = 0; tenth < 10; tenth++) {
    const cut = whole.subarray(0, Math.floor((whole.length * tenth) / 10));
    expect(await outcomeOf(cut)).toMatch(/not a complete Excel workbook/);
  }
});

test("keeps the reason for a rejected row", async () => {
  const error = '<row><c t="e"><v>#N/A</v></c><c><v>7</v></c></row>';
  const sheet = `<worksheet><sheetData><row><c t="str"><v>Unit</v></c><c t="str"><v>Serial</v></c></row>${error}</sheetData></worksheet>`;
  const { rows } = await readWorkbook(zip(book({ name: "xl/worksheets/sheet1.xml", text: sheet })), "units.xlsx");
  expect(rows[0]?.rejected).toMatchObject({
    code: "error_cell",
    column: "Unit",
    message: expect.stringContaining("#N/A"),
  });
});
