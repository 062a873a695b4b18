import fc from "fast-check";
import { expect, test } from "vitest";
import { costs } from "../../../../../contract/costs/cost-entry.ts";
import {
  costEntries,
  costError,
  costRules,
  endError,
  fieldErrors,
  newCostRow,
  rowsToOpen,
  startError,
} from "./cost-rows.ts";

test.for([
  ["", "Average Cost per Gallon is required"],
  ["  ", "Average Cost per Gallon is required"],
  ["abc", "Please enter a valid number"],
  ["0,015", "Please enter a valid number"],
  ["1e-2", "Please enter a valid number"],
  ["0.0155", "Maximum 3 decimal places allowed"],
  ["0.0000001", "Maximum 3 decimal places allowed"],
  ["0", "Cost must be greater than 0"],
  ["-0.015", "Cost must be greater than 0"],
  ["100.001", "Cost must be at most 100 per gallon"],
  ["0.015", null],
  [" .5 ", null],
  ["0.0150", null],
  ["100", null],
] as const)("reports for a cost of '%s': %s", ([typed, expected]) => {
  expect(costError(typed)).toBe(expected);
});

test("form and server accept and reject the same rows", () => {
  const written = fc.oneof(
    fc.integer({ min: -50_000, max: 200_000 }).map((mills) => String(mills / 1000)),
    fc.integer({ min: 0, max: 99_999 }).map((digits) => `0.0${digits}`),
  );
  fc.assert(
    fc.property(written, (typed) => {
      expect(costError(typed) === null).toBe(
        costs.safeParse([{ unit_ids: [1], cost: Number(typed), start_date: "2026-02-01" }]).success,
      );
    }),
  );
});

test("opens for the property that the report is about by then, and keeps what was filled in", () => {
  const untouched = [newCostRow(7)];
  expect(rowsToOpen(untouched, 7, 8)).toMatchObject([{ property_id: "8", cost: "0.015", start_date: "" }]);
  expect(rowsToOpen(untouched, 7, undefined)).toMatchObject([{ property_id: null }]);
  expect(rowsToOpen(untouched, 7, 7)).toBe(untouched);
  for (const typed of [{ property_id: "9" }, { cost: "0.02" }, { start_date: "2026-03-01" }, { unit_ids: [1] }]) {
    const rows = [{ ...newCostRow(7), ...typed }];
    expect(rowsToOpen(rows, 7, 8)).toBe(rows);
  }
  const two = [newCostRow(7), newCostRow()];
  expect(rowsToOpen(two, 7, 8)).toBe(two);
});

test("requires days in order, with an optional end", () => {
  expect(startError("", "")).toBe("Start Date for Cost is required");
  expect(startError("2026-02-02", "2026-02-01")).toBe("Start date cannot be later than end date");
  expect(endError("2026-02-01", "2026-02-02")).toBe("End date cannot be earlier than start date");
  expect([startError("2026-02-01", "2026-02-01"), endError("2026-02-01", "2026-02-01")]).toEqual([null, null]);
  expect([startError("2026-02-01", ""), endError("", "2026-02-01"), endError("2026-02-01", "")]).toEqual([
    null,
    null,
    null,
  ]);
  expect(startError("0026-02-01", "")).toBe("Please enter a valid date");
});

test("validates each row against its own other day", () => {
  const costs = [
    { ...newCostRow(4), start_date: "2026-02-01", end_date: "2026-01-01" },
    { ...newCostRow(5), start_date: "2026-02-01", end_date: "2026-03-01" },
  ];
  const { end_date, property_id } = costRules.costs;
  expect(end_date("2026-01-01", { costs }, "costs.0.end_date")).toMatch(/earlier/);
  expect(end_date("2026-03-01", { costs }, "costs.1.end_date")).toBeNull();
  expect(property_id(null)).toBe("Property is required");
});

test("a row applies to all units of its property, or the chosen ones, and waits for them to load", () => {
  const rows = [
    { ...newCostRow(4), start_date: "2026-02-01" },
    { ...newCostRow(5), start_date: "2026-02-01", end_date: "2026-03-01", unit_ids: [9], cost: "0.02" },
  ];
  expect(costEntries(rows, (property) => (property === 4 ? [1, 2] : undefined))).toEqual([
    { unit_ids: [1, 2], cost: 0.015, measure: "gallon", start_date: "2026-02-01", end_date: null },
    { unit_ids: [9], cost: 0.02, measure: "gallon", start_date: "2026-02-01", end_date: "2026-03-01" },
  ]);
  expect(costEntries(rows, () => undefined)).toBeUndefined();
});

test("shows the server's messages under the fields of an only row", () => {
  const fields = { "costs.cost": "Cost must be greater than 0", other: "x" };
  expect(fieldErrors(fields, 1)).toEqual({ "costs.0.cost": "Cost must be greater than 0" });
  expect(fieldErrors(fields, 2)).toEqual({});
});
