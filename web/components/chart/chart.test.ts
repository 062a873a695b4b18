import { describe, expect, test } from "vitest";
import { labelledPoints, thinningStep } from "./axis-labels.ts";
import {
  figureTable,
  fileRow,
  isInBand,
  sliceFigures,
  spanOf,
  unmeasuredPoints,
  valueText,
  zoomAmong,
} from "./figures.ts";
import { dayPoints, hourPoints } from "./points.ts";
import type { ChartAxis, ChartSeries } from "./series.ts";

const gallons: ChartAxis = { unit: "gal", format: (value) => value.toFixed(1) };
const series: ChartSeries = {
  id: "gallons",
  name: "Gallons",
  color: "normal_consumption",
  kind: "bar",
  values: [1, null, 0, 4],
  estimated: [false, false, false, true],
};
const points = dayPoints(["2024-03-03", "2024-03-04", "2024-03-05", "2024-03-06"]);

describe("axis", () => {
  // Covers constants-8
  test("widens steps above 200, 500, 1000 and 1500 points", () => {
    expect([200, 201, 500, 501, 1000, 1001, 1500, 1501].map(thinningStep)).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
  });
  test("labels midnights among hours, and every point where there is room", () => {
    const hours = hourPoints(Array.from({ length: 96 }, (_, hour) => ({ date: "2024-03-03", hour: hour % 24 })));
    expect([...labelledPoints(hours, 600)]).toEqual([0, 24, 48, 72]);
    expect(labelledPoints(points, 600).size).toBe(4);
  });
  // Covers constants-8
  test("labels every second day up to 201 points, every third up to 501, every second midnight of ten days of hours", () => {
    const days = (count: number) =>
      dayPoints(
        Array.from({ length: count }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10)),
      );
    const named = (count: number, width: number) => [...labelledPoints(days(count), width)];
    expect(named(200, 20_000)).toHaveLength(200);
    expect(named(201, 20_000)).toEqual(Array.from({ length: 101 }, (_, place) => 2 * place));
    expect(named(501, 20_000).slice(0, 3)).toEqual([0, 3, 6]);
    expect(named(1001, 1200).every((index) => index % 4 === 0)).toBe(true);
    expect(named(1501, 1200).every((index) => index % 5 === 0)).toBe(true);
    const hours = hourPoints(
      Array.from({ length: 240 }, (_, hour) => ({ date: `2024-03-${10 + Math.floor(hour / 24)}`, hour: hour % 24 })),
    );
    expect([...labelledPoints(hours, 1200)]).toEqual([0, 48, 96, 144, 192]);
  });
  test("gives the repeated hour of a clock change two labels", () => {
    const names = hourPoints([1, 1, 2].map((hour) => ({ date: "2024-11-03", hour }))).map(({ full }) => full);
    expect(names).toEqual(["Sun, Nov 03, 2024, 1 AM", "Sun, Nov 03, 2024, 1 AM again", "Sun, Nov 03, 2024, 2 AM"]);
  });
  test("never shows more labels than fit", () => {
    for (const count of [10, 31, 200, 720, 2000]) {
      const many = Array.from({ length: count }, (_, index) => ({ axis: String(index), full: String(index) }));
      expect(labelledPoints(many, 620).size).toBeLessThanOrEqual(10);
    }
  });
});

describe("figures", () => {
  test("a gap is a dash, a zero is a zero, an estimate says so", () => {
    expect([0, 1, 2, 3].map((index) => valueText(series, index, gallons))).toEqual([
      "1.0",
      "–",
      "0.0",
      "4.0 (estimated)",
    ]);
  });
  test("treats a point as unmeasured only where no series has a value", () => {
    const other = { ...series, values: [1, null, null, null], estimated: undefined };
    expect(unmeasuredPoints({ points, series: [series, other] })).toEqual([1]);
    expect(unmeasuredPoints({ points, series: [other] })).toEqual([1, 2, 3]);
    // What the legend hides was measured all the same, also where it hides everything.
    expect(unmeasuredPoints({ points, series: [other], hidden: [series] })).toEqual([1]);
    expect(unmeasuredPoints({ points, series: [], hidden: [series] })).toEqual([1]);
    expect(unmeasuredPoints(sliceFigures({ points, series: [], hidden: [series] }, 1, 2))).toEqual([0]);
  });
  test("keeps a band on its points while zoomed, and removes it when none is visible", () => {
    const bands = [
      { first: 1, last: 2, label: "Window" },
      { first: 0, last: 0, label: "Before" },
    ];
    const zoomed = sliceFigures({ points, series: [series], bands }, 2, 3);
    expect(zoomed.bands).toEqual([{ first: 0, last: 0, label: "Window" }]);
    expect([0, 1, 2, 3].map((index) => isInBand({ points, series: [series], bands }, index))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isInBand({ points, series: [series] }, 0)).toBe(false);
  });
  test("a zoom holds for the points it was chosen among, not for those of another period", () => {
    const zoom = { first: 2, last: 3, span: spanOf(points) };
    expect(zoomAmong(points, zoom)).toBe(zoom);
    // Refreshed figures of the same days.
    expect(zoomAmong([...points], zoom)).toBe(zoom);
    expect(zoomAmong(dayPoints(["2024-03-06"]), zoom)).toBeNull();
    expect(zoomAmong(dayPoints(["2024-04-03", "2024-04-04", "2024-04-05", "2024-04-06"]), zoom)).toBeNull();
    expect(zoomAmong(points, null)).toBeNull();
  });
  test("the table has the points that the chart shows, also zoomed", () => {
    const table = figureTable(sliceFigures({ points, series: [series] }, 2, 3), "Date", () => gallons);
    expect(table.header).toEqual(["Date", "Gallons (gal)"]);
    const percent = { ...series, name: "% of leaks" };
    expect(figureTable({ points, series: [percent] }, "Date", () => ({ ...gallons, unit: "%" })).header[1]).toBe(
      "% of leaks",
    );
    expect(table.rows).toEqual([
      ["Tue, Mar 05, 2024", "0.0"],
      ["Wed, Mar 06, 2024", "4.0 (estimated)"],
    ]);
  });
  test("puts notes on a point into the table's last columns, also zoomed", () => {
    const compared = points.map((point, index) => ({ ...point, facts: [{ name: "Change", text: `+${index}%` }] }));
    const table = figureTable(sliceFigures({ points: compared, series: [series] }, 3, 3), "Date", () => gallons);
    expect(table.header).toEqual(["Date", "Gallons (gal)", "Change"]);
    expect(table.rows).toEqual([["Wed, Mar 06, 2024", "4.0 (estimated)", "+3%"]]);
  });
});

test("exports a rise as a number, as it does a fall", () => {
  expect(fileRow(["Mar 03", "+12.3%", "-8%", "0%", "+1,204%"])).toEqual(["Mar 03", "12.3", "-8", "0", "1204"]);
});

test("exports figures that add up, and empty cells where nothing was measured", () => {
  expect(fileRow(["Sun, Mar 03, 2024", "18,013", "$1,204.50", "-8.3%", "–", "12 (estimated)"])).toEqual([
    "Sun, Mar 03, 2024",
    "18013",
    "1204.50",
    "-8.3",
    "",
    "12 (estimated)",
  ]);
});
