import { expect, test } from "vitest";
import { median, rate, share } from "./intervals.ts";

test("gives the Wilson interval of a share", () => {
  // Worked out by hand from Wilson's formula for 8 of 10.
  const eight = share(8, 10);
  expect(eight?.value).toBe(0.8);
  expect(eight?.low).toBeCloseTo(0.4902, 4);
  expect(eight?.high).toBeCloseTo(0.9433, 4);
  expect(share(10, 10)?.high).toBeCloseTo(1, 12);
  expect(share(10, 10)?.low).toBeCloseTo(0.7225, 4);
  expect(share(0, 10)?.low).toBeCloseTo(0, 12);
  expect(share(0, 0)).toBeNull();
});

test("gives nearly the exact Poisson interval of a rate", () => {
  // Exact for 10 events: 4.80 to 18.39; for none: up to 3.69.
  const ten = rate(10, 2);
  expect(ten?.value).toBe(5);
  expect(ten?.low).toBeCloseTo(4.8 / 2, 1);
  expect(ten?.high).toBeCloseTo(18.39 / 2, 1);
  expect(rate(0, 1)?.low).toBe(0);
  expect(rate(0, 1)?.high).toBeCloseTo(3.69, 1);
  expect(rate(3, 0)).toBeNull();
});

test("gives the order statistics around a median", () => {
  expect(median([3, 1, 2])).toMatchObject({ value: 2, low: 1, high: 3, cases: 3 });
  expect(median([4, 1, 2, 3])?.value).toBe(2.5);
  // Of 100 values the 95 % interval runs from the 40th to the 60th or 61st.
  const hundred = median(Array.from({ length: 100 }, (_, i) => i + 1));
  expect(hundred?.low).toBeGreaterThanOrEqual(40);
  expect(hundred?.low).toBeLessThanOrEqual(41);
  expect(hundred?.high).toBeGreaterThanOrEqual(60);
  expect(hundred?.high).toBeLessThanOrEqual(61);
  expect(median([])).toBeNull();
});
