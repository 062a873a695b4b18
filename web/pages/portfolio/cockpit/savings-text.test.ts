import { expect, test } from "vitest";
import { doubleCountNote, endedText, outcomesText, repairedText, savingsText } from "./savings-text.ts";

const group = {
  leaks: 3,
  held: 2,
  came_back: 1,
  too_early: 0,
  gallons_saved: 1200.5,
  dollars_saved: 18,
  gallons_seen_twice: 0,
  dollars_seen_twice: 0,
};

// Covers cockpit-10
test("mentions only the outcomes that occurred", () => {
  expect(outcomesText(group)).toBe("2 held, 1 came back");
  expect(outcomesText({ held: 0, came_back: 0, too_early: 4 })).toBe("4 too early to say");
});

test("says of repairs whether they held, and of leaks that ended on their own only whether they came back", () => {
  expect(repairedText(group)).toBe("3 leaks repaired: 2 held, 1 came back");
  expect(endedText(group)).toBe("3 leaks ended on their own, 1 came back");
  expect(endedText({ ...group, leaks: 1, held: 1, came_back: 0 })).toBe("1 leak ended on its own");
});

test("shows savings in gallons and dollars, and no savings not as zero", () => {
  expect(savingsText(group)).toBe("1,201 gal, $18 saved so far.");
  expect(savingsText({ gallons_saved: 0, dollars_saved: 0 })).toBeNull();
});

// Covers cockpit-11
test("explains rows that add up to more than the total only where they do", () => {
  expect(doubleCountNote({ ...group, gallons_seen_twice: 120.4, dollars_seen_twice: 1.81 })).toBe(
    "The rows add up to 120 gal, $1.81 more than the total: water that two meters saw, such as a toilet's and its unit's, counts once.",
  );
  expect(doubleCountNote(group)).toBeNull();
});
