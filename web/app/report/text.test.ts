import { expect, test } from "vitest";
import { describeCoverage, readShareText } from "./text.ts";

const days = { meter_days_read: 0, meter_days_expected: 455, is_over: true };

// Covers beyond-8
test('says "so far" for an unfinished day, without a warning about few readings', () => {
  expect(describeCoverage({ ...days, is_over: false })).toEqual({
    sentence: "So far: today is not over.",
    enough: true,
  });
});

test("shows the share of readings for complete days, with a warning where it is low", () => {
  expect(describeCoverage(days).sentence).toBe("Only 0% of meter days read, so some of the water is missing here.");
  const read = { ...days, meter_days_read: 440 };
  expect(describeCoverage(read)).toEqual({ sentence: "97% of meter days read.", enough: true });
});

test("rounds no share of readings up to all of them, nor to enough", () => {
  const shares = [0, 0.001, 0.006, 0.5, 0.796, 0.8, 0.804, 0.967, 0.9951, 0.9999, 1];
  const shown = ["0%", "<1%", "1%", "50%", "79%", "80%", "80%", "97%", "99%", "99%", "100%"];
  expect(shares.map(readShareText)).toEqual(shown);
  const nearly = { ...days, meter_days_read: 454 };
  expect(describeCoverage(nearly).sentence).toBe("99% of meter days read.");
});
