import { describe, expect, test } from "vitest";
import type { HeatUnit } from "../../../../contract/reporting/heat-map.ts";
import { heatFigures } from "./heat-figures.ts";
import { byFloor, columnsOf, floorOf, linesOf, unitsOf } from "./heat-rows.ts";
import { totalText, unitDayLines, unitLines } from "./heat-text.ts";

const unit = (given: Partial<HeatUnit>): HeatUnit => ({
  unit_id: 1,
  unit_name: "204",
  bedrooms: 2,
  gallons_consumed: [100, 300, null],
  gallons_leaked: [0, 120, null],
  days_unread: [],
  days_of_fixtures: [],
  ...given,
});

describe("floors", () => {
  // Covers maps-5
  test("are the digits before the last two", () => {
    const names = ["204", "1204", "A-204", "Apt 310", "204B", " 105 ", "12", "Penthouse", "007", "12045", "", "G03"];
    expect(names.map(floorOf)).toEqual([2, 12, 2, 3, 2, 1, null, null, null, null, null, null]);
  });

  test("are listed from the ground up, with units without a floor last", () => {
    const units = ["201", "101", "Office", "1001", "102"].map((unit_name) => ({ unit_name }));
    expect(byFloor(units).map(({ floor, units: own }) => [floor, own.map(({ unit_name }) => unit_name)])).toEqual([
      [1, ["101", "102"]],
      [2, ["201"]],
      [10, ["1001"]],
      [null, ["Office"]],
    ]);
  });

  test("are not guessed where most unit names have none, or all the same one", () => {
    const named = (names: string[]) => names.map((unit_name) => ({ unit_name }));
    expect(byFloor(named(["1", "2", "3", "101", "201"]))).toHaveLength(1);
    expect(byFloor(named(["101", "102"]))).toEqual([{ floor: null, units: named(["101", "102"]) }]);
  });
});

describe("figures", () => {
  test("sum up a unit's measured days, and average per bedroom over days read", () => {
    const one = unit({});
    expect(heatFigures.leaked.total(one)).toBe(120);
    expect(heatFigures.used.total(one)).toBe(400);
    expect(heatFigures["per-bedroom"].values(one)).toEqual([50, 150, null]);
    expect(heatFigures["per-bedroom"].total(one)).toBe(100);
    expect(heatFigures["per-bedroom"].total(unit({ days_unread: [1] }))).toBe(50);
    expect(heatFigures["per-bedroom"].total(unit({ bedrooms: 0 }))).toBe(200);
  });

  test("leave out of use per bedroom what fixtures alone used", () => {
    const { values, total } = heatFigures["per-bedroom"];
    const one = unit({ days_of_fixtures: [1] });
    expect([values(one), total(one)]).toEqual([[50, null, null], 50]);
    expect(total(unit({ days_of_fixtures: [0, 1] }))).toBeNull();
    expect(heatFigures.used.total(one)).toBe(400);
  });

  test("are not zero for a unit without measurements", () => {
    const none = unit({ gallons_consumed: [null, null, null], gallons_leaked: [null, null, null] });
    for (const { total } of Object.values(heatFigures)) expect(total(none)).toBeNull();
    expect(unitLines(none)).toContain("Not measured");
  });

  test("are listed under their floors, with partly measured units", () => {
    const lines = linesOf([unit({ unit_name: "101" }), unit({ unit_id: 2, days_unread: [0] })], "leaked");
    expect(lines.map(({ name }) => name)).toEqual(["Floor 1", "101", "Floor 2", "204"]);
    expect(lines[3]).toMatchObject({ kind: "row", id: 2, total: 120, partial: new Set([0]) });
  });
});

test("filters of units and bedrooms leave out the others; seven bedrooms are seven or more", () => {
  const all = [unit({ unit_id: 1, bedrooms: 0 }), unit({ unit_id: 2 }), unit({ unit_id: 3, bedrooms: 9 })];
  const ids = (search: Parameters<typeof unitsOf>[1]) => unitsOf(all, search).map(({ unit_id }) => unit_id);
  expect(ids({})).toEqual([1, 2, 3]);
  expect(ids({ unit_id: [3] })).toEqual([3]);
  expect(ids({ bedrooms_from: 1 })).toEqual([2, 3]);
  expect(ids({ bedrooms_to: 2 })).toEqual([1, 2]);
});

test("labels days at their position, and months where they begin", () => {
  const columns = columnsOf(["2026-02-28", "2026-03-01", "2026-03-02"]);
  expect(columns.map(({ short, month }) => `${month} ${short}`)).toEqual(["Feb 28", "Mar 01", " 02"]);
  expect(columns[1]?.full).toBe("Sun, Mar 01, 2026");
});

test("describes a cell, and the total of all cells", () => {
  const dates = ["2026-03-01", "2026-03-02", "2026-03-03"];
  expect(unitDayLines(unit({ days_unread: [1] }), dates, 1)).toEqual([
    "Unit 204, Mon, Mar 02, 2026",
    "120 gal leaked of 300 gal used",
    "2 bedrooms, 150 gal per bedroom",
    "Less than three quarters of the day was measured",
  ]);
  expect(unitDayLines(unit({ days_of_fixtures: [1] }), dates, 1)).toEqual([
    "Unit 204, Mon, Mar 02, 2026",
    "120 gal leaked of 300 gal used",
    "Only fixtures are metered, so there is no figure per bedroom",
  ]);
  expect(unitDayLines(unit({}), dates, 2)).toEqual(["Unit 204, Tue, Mar 03, 2026", "Not measured"]);
  const heat = { building_id: 1, building_name: "North", dates, units: [], days_kept_from: null };
  expect(totalText(heat, [unit({}), unit({})], "leaked", "Last 7 days")).toBe(
    "North, Last 7 days: 240 gal leaked in 2 units",
  );
});
