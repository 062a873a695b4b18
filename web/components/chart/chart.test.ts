import { describe, expect, test } from "vitest";
import { labelledPoints, thinningStep } from "./axis-labels.ts";
import { figureTable, sliceFigures, unmeasuredPoints, valueText } from "./figures.ts";
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
  test("steps grow over 200, 500, 1000 and 1500 points", () => {
    expect([200, 201, 500, 501, 1000, 1001, 1500, 1501].map(thinningStep)).toEqual([1, 2, 2, 3, 3, 4, 4, 5]);
  });
  test("names midnights among hours, and all places where there is room", () => {
    const hours = hourPoints(Array.from({ length: 96 }, (_, hour) => ({ date: "2024-03-03", hour: hour % 24 })));
    expect([...labelledPoints(hours, 600)]).toEqual([0, 24, 48, 72]);
    expect(labelledPoints(points, 600).size).toBe(4);
  });
  test("never names more than fit", () => {
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
  test("a place is unmeasured only where no series has a value", () => {
    const other = { ...series, values: [1, null, null, null], estimated: undefined };
    expect(unmeasuredPoints({ points, series: [series, other] })).toEqual([1]);
    expect(unmeasuredPoints({ points, series: [other] })).toEqual([1, 2, 3]);
  });
  test("the table holds what the drawing shows, zoomed as well", () => {
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
});
