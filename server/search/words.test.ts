import { expect, test } from "vitest";
import { parseSearchQuery } from "./words.ts";

test("counts words once, in any case, without those contained in others", () => {
  expect(parseSearchQuery("  Maple\t204  MAPLE 04 ")).toMatchObject({
    text: "maple\t204  maple 04",
    words: ["maple", "204"],
  });
});

test("ignores generic words unless nothing else is given", () => {
  expect(parseSearchQuery("Unit 204 north").words).toEqual(["north", "204"]);
  expect(parseSearchQuery("unit").words).toEqual(["unit"]);
  expect(parseSearchQuery("204").allWords).toEqual(expect.arrayContaining(["204", "unit"]));
});
