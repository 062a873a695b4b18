import { expect, test } from "vitest";
import { endedText, fixesText, savingsText } from "./savings-text.ts";

// Covers cockpit-10
test("mentions only the results that occurred", () => {
  expect(fixesText({ verified: 2, waiting: 0, failed: 1 })).toBe("3 fixes reported: 2 verified, 1 failed");
  expect(fixesText({ verified: 0, waiting: 1, failed: 0 })).toBe("1 fix reported: 1 waiting for the meter");
  expect(fixesText({ verified: 0, waiting: 0, failed: 0 })).toBeNull();
});

// Covers cockpit-11
test("shows savings in gallons and dollars with the fixes behind them, and no savings not as zero", () => {
  expect(savingsText({ cases: 1, gallons_saved: 1200.5, dollars_saved: 18 })).toBe(
    "1,201 gal, $18 saved by 1 verified fix.",
  );
  expect(savingsText({ cases: 0, gallons_saved: 0, dollars_saved: 0 })).toBeNull();
});

test("counts leaks that ended on their own", () => {
  expect([1, 3].map((cases) => endedText({ cases }))).toEqual([
    "1 leak ended on its own",
    "3 leaks ended on their own",
  ]);
});
