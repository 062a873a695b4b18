import { expect, test } from "vitest";
import { coverageOf } from "./about-report.ts";

test("one meter-day that is missing among thousands is never rounded up to all of them", () => {
  expect(coverageOf(2_199, 2_200)).toBe(0.999);
  expect(coverageOf(2_200, 2_200)).toBe(1);
  expect(coverageOf(936, 1_000)).toBe(0.936);
  expect(coverageOf(0, 0)).toBeNull();
});
