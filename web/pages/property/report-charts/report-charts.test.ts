import { expect, test } from "vitest";
import { bucketPoints, chartSubtitle, draggedRange } from "./chart-points.ts";
import { chartSearch } from "./chart-query.ts";

const custom = (start_date: string, end_date: string) =>
  ({ period: "custom-date-range", start_date, end_date }) as const;

test("shows the 30 days up to a single day, without a comparison", () => {
  const comparison = "previous_period";
  expect(chartSearch({ period: "yesterday", comparison })).toEqual({ period: "last-30-days", comparison: undefined });
  expect(chartSearch({ period: "today", comparison, unit_id: [4] }, "2026-03-30")).toEqual({
    ...custom("2026-03-01", "2026-03-30"),
    comparison: undefined,
    unit_id: [4],
  });
  expect(chartSearch(custom("2026-03-30", "2026-03-30"))).toEqual(custom("2026-03-01", "2026-03-30"));
  const week = { period: "last-7-days", comparison } as const;
  expect(chartSearch(week)).toBe(week);
});

test("names weeks by their seven days, and a drag selects whole ones", () => {
  const points = [
    { start_date: "2026-11-02", end_date: "2026-11-08" },
    { start_date: "2026-11-09", end_date: "2026-11-12" },
  ];
  const weeks = { resolution: "week", start_date: "2026-11-02", end_date: "2026-11-12", points } as const;
  expect(bucketPoints(weeks)).toEqual([
    { axis: "Nov 02", full: "Nov 02, 2026 - Nov 08, 2026" },
    { axis: "Nov 09", full: "Nov 09, 2026 - Nov 15, 2026" },
  ]);
  expect(chartSubtitle("Gallons", weeks)).toBe("Gallons per week, Nov 02 to Nov 12, 2026");
  expect(draggedRange(points, 0, 1)).toEqual(custom("2026-11-02", "2026-11-12"));
  expect(draggedRange(points, 0, 2)).toBeUndefined();
});
