import { expect, test } from "vitest";
import { type Item, isActive } from "./sections.ts";

const history: Item = { label: "History", to: "/history", active: "prefix" };
const details: Item = { label: "Top 5 Leaks Details", to: "/top5-leaks-details", active: "list" };
const home: Item = { label: "Top 5 Leaks Home", to: "/top5-leaks-home", active: "home" };

test("History is marked on the pages below it, but not by a mere beginning of its name", () => {
  expect(isActive(history, "/history/leak-detail", { meter: "1" })).toBe(true);
  expect(isActive(history, "/historyless", {})).toBe(false);
});

test("while one meter's leak is open Top 5 Leaks Home is marked, not Details", () => {
  expect(isActive(home, "/top5-leaks-home", {})).toBe(true);
  expect(isActive(home, "/top5-leaks-details", { meter: "1" })).toBe(true);
  expect(isActive(home, "/top5-leaks-details", {})).toBe(false);
  expect(isActive(details, "/top5-leaks-details", {})).toBe(true);
  expect(isActive(details, "/top5-leaks-details", { meter: "1" })).toBe(false);
});
