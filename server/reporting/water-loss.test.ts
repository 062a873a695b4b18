import { expect, test } from "vitest";
import { waterLossOf } from "./water-loss.ts";

// Covers lists-8, cockpit-7
test.each([
  [0, 4_999, "Excellent Performance! Minimal water loss detected—you're setting a great example."],
  [5_000, 9_999, "On Track! Your water usage is within the optimal range, with slight room for improvement."],
  [10_000, 24_999, "Attention Needed! Moderate water loss—investigating early can save costs."],
  [25_000, 100_000, "Urgent Attention Required! High leakage levels—take action now!"],
])("from %i to %i of 100,000 thousandths of a gallon: %s", (first, last, text) => {
  expect([first, last].map((leaked) => waterLossOf(leaked, 100_000)?.text)).toEqual([text, text]);
});

test("gives no percentage without consumption or measurement", () => {
  expect([waterLossOf(0, 0), waterLossOf(null, 100), waterLossOf(1, null)]).toEqual([null, null, null]);
});
