import { expect, test } from "vitest";
import { trendOf } from "./trend.ts";

const nothing = { leak_cost_comparison: null, gallons_leaked_comparison: null, leak_percentage_comparison: null };

// Covers cockpit-10
test("judges the trend by leak cost, and by gallons and share only without a cost", () => {
  expect(trendOf({ ...nothing, leak_cost_comparison: -3, gallons_leaked_comparison: 5 })).toBe("better");
  expect(trendOf({ ...nothing, leak_cost_comparison: 61.5, leak_percentage_comparison: -1 })).toBe("worse");
  expect(trendOf({ ...nothing, gallons_leaked_comparison: -5, leak_percentage_comparison: 2 })).toBe("better");
  expect(trendOf({ ...nothing, leak_percentage_comparison: 2 })).toBe("worse");
});

test("reports no trend without a comparison, and no change when it rounds to zero", () => {
  expect(trendOf(nothing)).toBeNull();
  expect(trendOf({ ...nothing, leak_cost_comparison: 0.04 })).toBe("same");
  expect(trendOf({ ...nothing, leak_cost_comparison: -0.06 })).toBe("better");
});
