import { expect, test } from "vitest";
import { anyBedCount, bedCountError, bedCountText, isBedCountOn } from "./bed-count.ts";

// Covers filters-9
test("filters by bedrooms when the range differs from 0 to 7", () => {
  expect(isBedCountOn(anyBedCount)).toBe(false);
  expect(isBedCountOn({ from: 0, to: 6 })).toBe(true);
  expect(isBedCountOn({ from: 1, to: 7 })).toBe(true);
});

// Covers validation-3
test("From cannot exceed To", () => {
  expect(bedCountError({ from: 3, to: 2 })).toBe('"From" value cannot be greater than "To" value');
  expect(bedCountError({ from: 2, to: 2 })).toBeUndefined();
});

test('describes a choice in words, with seven as "and more"', () => {
  expect(
    [
      { from: 2, to: 7 },
      { from: 0, to: 0 },
      { from: 1, to: 3 },
    ].map(bedCountText),
  ).toEqual(["2 and more", "0", "1 to 3"]);
});
