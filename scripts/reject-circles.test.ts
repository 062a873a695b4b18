import { expect, test } from "vitest";
import { firstCircle } from "./reject-circles.ts";

test("finds circular imports of any length", () => {
  const lines = { a: ["b", "c"], b: ["d"], c: ["d"], d: [] };
  expect(firstCircle(new Map(Object.entries(lines)))).toBeNull();
  expect(firstCircle(new Map(Object.entries({ ...lines, d: ["c"] })))).toEqual(["d", "c", "d"]);
  expect(firstCircle(new Map(Object.entries({ ...lines, d: ["a"] })))).toEqual(["a", "b", "d", "a"]);
});
