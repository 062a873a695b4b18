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
  expect(parseSearchQuery("Unidad 204 Edificio north").words).toEqual(["north", "204"]);
  expect(parseSearchQuery("#204").words).toEqual(["204"]);
  expect(parseSearchQuery("unit").words).toEqual(["unit"]);
  expect(parseSearchQuery("204").allWords).toEqual(expect.arrayContaining(["204", "unit"]));
});

test("reads a place as the screens show it", () => {
  for (const query of ["Maple Court | North | 204", "Maple Court, North, Unit 204"]) {
    expect(parseSearchQuery(query).words).toEqual(["maple", "court", "north", "204"]);
  }
  expect(parseSearchQuery(" | ").words).toEqual(["|"]);
});
