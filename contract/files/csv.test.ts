import { expect, test } from "vitest";
import { csvField, csvLine } from "./csv.ts";

test("keeps formulas as text, and numbers as numbers", () => {
  const formulas = ["=1+1", "+cmd", "-1", "@sum", "\tx", "＝1+1", "  =1", "|cmd"];
  expect(formulas.map((text) => csvField(text))).toEqual(formulas.map((text) => `'${text}`));
  expect(csvField(";=1")).toBe('"\';=1"');
  expect(["-3", "+12.3%", "-1,204.5"].map((text) => csvField(text, true))).toEqual(["-3", "+12.3%", '"-1,204.5"']);
});

test("quotes cells that would break a row", () => {
  expect(csvLine(['12" pipe, hot', "two\nlines", "a;b"].map((text) => csvField(text)))).toBe(
    '"12"" pipe, hot","two\nlines","a;b"\r\n',
  );
});
