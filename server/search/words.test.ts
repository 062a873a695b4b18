import { expect, test } from "vitest";
import { wordsOf } from "./words.ts";

test("words count once, in any case, and those within others not at all", () => {
  expect(wordsOf("  Maple\t204  MAPLE 04 ")).toMatchObject({ text: "maple\t204  maple 04", words: ["maple", "204"] });
});

test("what every place is counts only where nothing else is asked", () => {
  expect(wordsOf("Unit 204 north").words).toEqual(["north", "204"]);
  expect(wordsOf("unit").words).toEqual(["unit"]);
  expect(wordsOf("204").said).toEqual(expect.arrayContaining(["204", "unit"]));
});
