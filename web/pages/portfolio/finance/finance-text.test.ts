import fc from "fast-check";
import { expect, test } from "vitest";
import type { LeakTypeCosts } from "../../../../contract/costs/finances.ts";
import { dollarsAxis } from "../../../components/chart/axes.ts";
import { formatPercent } from "../../../components/format.ts";
import { waterCostSeries } from "./finance-series.ts";
import { costliestKindText, kindRows, lossHeadline, yearlyCostText } from "./finance-text.ts";

const point = {
  label: "",
  date: "2026-11-01",
  start_date: "2026-11-01",
  end_date: "2026-11-01",
  total_cost: 10,
  normal_consumption: 8,
  leak_related_cost: 2,
  toilet_leaks_cost: 1.5,
  other_leaks_cost: 0.5,
  previous_period_cost: 1,
  percentage_difference: 100,
};
const gap = { ...point, leak_related_cost: null };
const read = {
  meter_days_read: 80,
  meter_days_expected: 100,
  start_date: "2026-11-20",
  end_date: "2026-11-22",
  is_over: true,
};
const month = { period: "last-30-days" } as const;
const costs = (days: number, gaps = 0) => ({
  leak_related_cost: 1596.69,
  points: [...Array.from({ length: days }, () => point), ...Array.from({ length: gaps }, () => gap)],
});

// Covers finance-4
test("estimates the yearly cost of leaks and explains the calculation", () => {
  // Places in several time zones make 31 dates of 30 days.
  expect(yearlyCostText(costs(31), read, month)).toBe(
    "At this rate $19,426 a year: $1,597 in 30 days, times 365 / 30.",
  );
  expect(yearlyCostText(costs(20, 11), read, month)).toBe(
    "At this rate $29,140 a year: $1,597 in 20 days with readings, times 365 / 20.",
  );
  expect(yearlyCostText(costs(1), read, { period: "yesterday" })).toBe("No cost per year: that takes 7 days or more.");
});

// Covers finance-4
test("makes no estimate with too few readings or before the day is over", () => {
  const few = { ...read, meter_days_read: 799, meter_days_expected: 1000 };
  expect(yearlyCostText(costs(30), few, month)).toBe("No cost per year: too few meter days were read.");
  const dates = { period: "custom-date-range", start_date: "2026-11-20", end_date: "2026-11-22" } as const;
  for (const period of [dates, { period: "today" } as const]) {
    expect(yearlyCostText(costs(3), { ...read, is_over: false }, period)).toBe("No cost per year: today is not over.");
  }
  expect(yearlyCostText(costs(3), read, dates)).toBe("No cost per year: that takes 7 days or more.");
  for (const leak_related_cost of [null, 0]) {
    expect(yearlyCostText({ ...costs(30), leak_related_cost }, read, month)).toBeNull();
  }
});

const kinds: LeakTypeCosts = {
  total_cost: 100,
  toilet_leak_cost: 62.35,
  other_leak_cost: 37.65,
  toilet_leak_percentage: 62.35,
  other_leak_percentage: 37.65,
  previous_period_cost: null,
  percentage_difference: null,
  previous_toilet_leak_cost: null,
  toilet_leak_percentage_difference: null,
  previous_other_leak_cost: null,
  other_leak_percentage_difference: null,
};

// Covers finance-2
test("shows shares that add up to 100", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (share) => {
      const rows = kindRows({ ...kinds, toilet_leak_percentage: share, other_leak_percentage: 100 - share });
      const shown = rows.slice(0, 2).map((row) => Number.parseFloat(formatPercent(row.share)));
      expect(shown.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 9);
      expect(shown[0]).toBeCloseTo(share, 0);
    }),
    // Each of the two rounded for itself would make 100.1.
    { examples: [[0.25], [12.75]] },
  );
  expect(kindRows({ ...kinds, toilet_leak_percentage: null }).map(({ share }) => share)).toEqual([null, null, null]);
});

// Covers finance-3
test("names the costliest kind, and none where leaks cost nothing", () => {
  expect(costliestKindText(kinds)).toBe("Toilet leaks cost most: $62.");
  expect(costliestKindText({ ...kinds, other_leak_cost: 700 })).toBe("Other leaks cost most: $700.");
  expect(costliestKindText({ ...kinds, other_leak_cost: 62.35 })).toBe("Toilet leaks and other leaks cost the same.");
  expect(costliestKindText({ ...kinds, other_leak_cost: 0, toilet_leak_cost: 0 })).toBeNull();
  expect(costliestKindText({ ...kinds, other_leak_cost: null })).toBeNull();
  expect([null, 0, 4.5, 1234.5].map(lossHeadline)).toEqual([
    "Not measured",
    "No leak cost anything",
    "$4.50 lost to leaks",
    "$1,235 lost to leaks",
  ]);
});

// Covers finance-5
test("stacks leak costs below normal consumption, next to those of the previous period", () => {
  const series = waterCostSeries([point], true);
  expect(series.map(({ id, kind, stack, color, values }) => [id, kind, stack, color, ...values])).toEqual([
    ["toilet", "bar", "leaks", "toilet_leak", 1.5],
    ["other", "bar", "leaks", "other_leak", 0.5],
    ["normal", "bar", "leaks", "normal_consumption", 8],
    ["before", "line", undefined, "previous_period", 1],
  ]);
  expect(waterCostSeries([point], false).map(({ id }) => id)).toEqual(["toilet", "other", "normal"]);
});

// Covers constants-10
test("abbreviates the cost axis with $ and K, M and B", () => {
  const short = [950, 1200, 3_000_000, 4_000_000_000].map((dollars) => dollarsAxis.formatAxis?.(dollars));
  expect(short).toEqual(["$950", "$1.2K", "$3M", "$4B"]);
});
