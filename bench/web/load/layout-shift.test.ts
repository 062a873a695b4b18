import { expect, test } from "vitest";
import { layoutShift } from "./layout-shift.ts";

test("returns zero without shifts", () => {
  expect(layoutShift([])).toBe(0);
});

test("adds up shifts close to each other, and counts the largest sum", () => {
  const shifts = [
    { time: 100, value: 0.25 },
    { time: 1099, value: 0.25 },
    { time: 2099, value: 0.125 },
  ];
  expect(layoutShift(shifts)).toBe(0.5);
});

test("ends a window after five seconds, however close its shifts are", () => {
  const shifts = Array.from({ length: 8 }, (_, index) => ({ time: index * 900, value: 1 }));
  expect(layoutShift(shifts)).toBe(6);
});
