import { expect, test } from "vitest";
import type { CaseTimes } from "../../../../contract/leaks/case-times.ts";
import { sortedTimes } from "./sorted-times.ts";
import { timesSearch } from "./times-search.ts";

const row = (name: string, cases: number, hours_to_fixed: number | null): CaseTimes => ({
  id: null,
  name,
  cases,
  hours_to_acknowledged: null,
  hours_to_assigned: null,
  hours_to_fixed,
  hours_to_verified: null,
  fixed: 0,
  held: 0,
  held_percentage: null,
});
const rows = [row("b2", 5, 12), row("b10", 5, null), row("a", 1, 3), row("", 2, 0)];
const names = (ordering: Parameters<typeof sortedTimes>[1]) =>
  sortedTimes(rows, ordering, ({ name }) => name || "Unassigned").map(({ name }) => name);

test("sorts either way with what is not known last, and keeps the order of equal rows", () => {
  expect(names("-cases")).toEqual(["b2", "b10", "", "a"]);
  expect(names("hours_to_fixed")).toEqual(["", "a", "b2", "b10"]);
  expect(names("-hours_to_fixed")).toEqual(["b2", "a", "", "b10"]);
});

test("sorts names as they are shown, with their numbers", () => {
  expect(names("name")).toEqual(["a", "b2", "b10", ""]);
});

test("leaves out of a URL what makes no sense", () => {
  const search = { period: "last-7-days", by: "person", ordering: "-held", property_id: ["3", "x"], page: "2" };
  expect(timesSearch(search)).toMatchObject({ ...search, property_id: [3], page: 2 });
  const wrong = {
    period: "custom-date-range",
    start_date: "2026-02-02",
    end_date: "2026-02-01",
    by: "unit",
    ordering: "x",
  };
  expect(Object.values(timesSearch(wrong)).filter((value) => value !== undefined)).toEqual([]);
});
