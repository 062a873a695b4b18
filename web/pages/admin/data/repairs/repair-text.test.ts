// Covers data-8

import { expect, test } from "vitest";
import type { ListedRepair } from "../../../../../contract/readings/repairs.ts";
import { changeSummary, requestFacts } from "./repair-text.ts";

test("summarizes the request without repeating other columns, and lists by their first five", () => {
  const ids = Array.from({ length: 7 }, (_, id) => `h${id}`);
  expect(requestFacts({ kind: "accept", reason: "x", preview: false, quarantine_ids: ids, as: "swap" })).toEqual([
    { name: "Quarantine ids", value: "h0; h1; h2; h3; h4; and 2 more" },
    { name: "As", value: "swap" },
  ]);
  expect(requestFacts({ hours: [{ hour: "2026-01-01T00:00:00Z", gallons: null }] })).toEqual([
    { name: "Hours", value: "hour 2026-01-01T00:00:00Z, gallons not measured" },
  ]);
  expect(requestFacts("<b>")).toEqual([]);
});

test("summarizes what a correction changed", () => {
  const row: ListedRepair = {
    id: 1,
    kind: "accept",
    reason: "x",
    made_by: "a@example.com",
    made_at: "2026-01-01T00:00:00Z",
    undone_by: null,
    undone_at: null,
    days_changed: 1,
    gallons_before: 120,
    gallons_after: 38_520,
    leaks_opened: 1,
    leaks_gone: 0,
    leaks_changed: 0,
  };
  expect(changeSummary(row)).toBe("1 day, 120 → 38,520 gal, 1 leak opens");
  expect(changeSummary({ ...row, days_changed: 0, leaks_opened: 0 })).toBe("No figure");
});
