import { expect, test } from "vitest";
import { layoutShift } from "./layout-shift.ts";

test("nothing moved", () => {
  expect(layoutShift([])).toBe(0);
});

test("shifts close to each other are one, and the largest counts", () => {
  const shifts = [
    { time: 100, value: 0.25 },
    { time: 1099, value: 0.25 },
    { time: 2099, value: 0.125 },
  ];
  expect(layoutShift(shifts)).toBe(0.5);
});

test("a window ends after five seconds, however close its shifts are", () => {
  const shifts = Array.from({ length: 8 }, (_, index) => ({ time: index * 900, value: 1 }));
  expect(layoutShift(shifts)).toBe(6);
});
