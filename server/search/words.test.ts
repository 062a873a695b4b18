import { expect, test } from "vitest";
import { parseSearchQuery } from "./words.ts";

test("words count once, in any case, and those within others not at all", () => {
  expect(parseSearchQuery("  Maple\t204  MAPLE 04 ")).toMatchObject({
    text: "maple\t204  maple 04",
    words: ["maple", "204"],
  });
});

test("what every place is counts only where nothing else is asked", () => {
  expect(parseSearchQuery("Unit 204 north").words).toEqual(["north", "204"]);
  expect(parseSearchQuery("unit").words).toEqual(["unit"]);
  expect(parseSearchQuery("204").allWords).toEqual(expect.arrayContaining(["204", "unit"]));
});
