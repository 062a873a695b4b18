import fc from "fast-check";
import { expect, test } from "vitest";
import { costs as contractCosts } from "../../../../../contract/costs/cost-entry.ts";
import { addDays } from "../../../../app/report/search/calendar.ts";
import { type CostRow, costEntries, newCostRow } from "./cost-rows.ts";
import { firstWrong, NO_UNITS, overlapOf, rowProblems, withoutGone } from "./row-problems.ts";

const units: Readonly<Record<string, number[]>> = { 4: [1, 2, 3], 5: [7, 8] };
const unitsOf = (property: number) => units[property] ?? [];

const row = fc
  .record({
    property: fc.constantFrom("4", "5"),
    chosen: fc.subarray([0, 1, 2]),
    from: fc.nat(9),
    to: fc.option(fc.nat(5)),
  })
  .map(({ property, chosen, from, to }): CostRow => {
    const start_date = addDays("2026-02-25", from);
    const unit_ids = chosen.flatMap((nth) => units[property]?.[nth] ?? []);
    const end_date = to === null ? "" : addDays(start_date, to);
    return { ...newCostRow(Number(property)), unit_ids: unit_ids.length === 0 ? null : unit_ids, start_date, end_date };
  });

/** The units and days of a row, one by one. */
function priced({ property_id, unit_ids, start_date, end_date }: CostRow): string[] {
  const days = Array.from({ length: 20 }, (_, nth) => addDays("2026-02-25", nth));
  const own = days.filter((day) => day >= start_date && (end_date === "" || day <= end_date));
  return (unit_ids ?? unitsOf(Number(property_id))).flatMap((unit) => own.map((day) => `${unit} ${day}`));
}

// Covers custom-cost-2
test("finds rows that price a unit's day twice, exactly as the server does", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (costs) => {
      for (const [index, own] of costs.entries()) {
        const first = costs
          .slice(0, index)
          .findIndex((other) => priced(other).some((day) => priced(own).includes(day)));
        expect(overlapOf(costs, index)?.row ?? -1).toBe(first);
      }
      const isFree = Object.keys(rowProblems(costs, unitsOf)).length === 0;
      expect(isFree).toBe(contractCosts.safeParse(costEntries(costs, unitsOf)).success);
    }),
  );
});

test("reports an overlap under the later row's first day, and a property without units under its name", () => {
  const first = { ...newCostRow(4), start_date: "2026-02-01" };
  const second = { ...newCostRow(4), start_date: "2026-01-01", end_date: "2026-03-31" };
  expect(rowProblems([first, second], unitsOf)).toEqual({
    "costs.1.start_date": "Overlaps property cost 1: Feb 01 to Mar 31, 2026",
  });
  expect(rowProblems([first, { ...newCostRow(4), start_date: "2026-03-01" }], unitsOf)).toEqual({
    "costs.1.start_date": "Overlaps property cost 1: from Mar 01, 2026 on",
  });
  expect(rowProblems([newCostRow(9)], unitsOf)).toEqual({ "costs.0.property_id": NO_UNITS });
  expect(rowProblems([newCostRow(9)], () => undefined)).toEqual({});
});

test("focuses the first invalid field from the top", () => {
  const errors = { "costs.1.property_id": "x", "costs.0.start_date": "x", "costs.0.end_date": "x" };
  expect(firstWrong(errors, 2)).toBe("costs.0.start_date");
  expect(firstWrong({ "costs.0.cost": null }, 1)).toBeUndefined();
});

test("removes deleted units from a choice; all units stay all", () => {
  expect(withoutGone({ ...newCostRow(4), unit_ids: [1, 9] }, [1, 2])).toEqual({ left: [1], gone: 1 });
  expect(withoutGone({ ...newCostRow(4), unit_ids: [1] }, [1, 2])).toBeUndefined();
  expect(withoutGone(newCostRow(4), [])).toBeUndefined();
});
