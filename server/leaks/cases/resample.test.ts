import { expect, test } from "vitest";
import { dropInUse, rangeOfMean } from "./resample.ts";

const before = [100, 90, 110, 95, 105, 100, 98, 102];
const since = [40, 35, 45, 38, 42, 40, 39, 41];

test("the drop in use lies within its range, which holds no zero where use fell by more than days differ", () => {
  const found = dropInUse(before, since);
  expect(found?.drop).toBe(60);
  expect(found?.low).toBeGreaterThan(50);
  expect(found?.low).toBeLessThan(60);
  expect(found?.high).toBeGreaterThan(60);
  expect(found?.high).toBeLessThan(70);
});

test("a day of guests moves the drop little, and days that are alike have a range with zero", () => {
  expect(dropInUse([...before.slice(1), 900], since)?.drop).toBeCloseTo(60, -1);
  const same = dropInUse(before, before.toReversed());
  expect(same?.low).toBeLessThan(0);
  expect(same?.high).toBeGreaterThan(0);
});

test("the same days give the same range, and fewer than three give none", () => {
  expect(rangeOfMean(before)).toEqual(rangeOfMean(before));
  expect(rangeOfMean([7, 7, 7])).toEqual({ low: 7, high: 7 });
  expect([rangeOfMean([1, 2]), dropInUse(before, [1, 2]), dropInUse([], since)]).toEqual([null, null, null]);
  const range = rangeOfMean([0, 100, 0, 100, 0, 100]);
  expect(range?.low).toBeLessThan(50);
  expect(range?.high).toBeGreaterThan(50);
});
