import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkLineComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { expect, test } from "vitest";
import { chartOption } from "./chart-option.ts";
import { dayPoints } from "./points.ts";
import type { ChartBand, ChartGoal } from "./series.ts";

use([BarChart, LineChart, GridComponent, TooltipComponent, MarkLineComponent, SVGRenderer]);

const SUNKEN = "#abcdef";
const BAND = "#fedcba";
const palette = {
  series: () => "#112233",
  surface: "#ffffff",
  sunken: SUNKEN,
  band: BAND,
  border: "#dddddd",
  text: "#000000",
  muted: "#777777",
  font: "sans-serif",
};

/** Left and right edges, in pixels, of the shaded areas and of every point on the axis; and the labels drawn. */
function drawn(values: (number | null)[], bands: readonly ChartBand[] = [], goal?: ChartGoal) {
  const points = dayPoints(values.map((_, index) => `2024-03-0${index + 1}`));
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 600, height: 300 });
  const figures = {
    points,
    series: [{ id: "gallons", name: "Gallons", color: "normal_consumption", kind: "bar", values } as const],
    bands,
  };
  chart.setOption(
    chartOption({
      figures,
      axis: { unit: "gal", format: String, formatAxis: (value) => `at ${value}` },
      goal,
      palette,
      width: 600,
      tooltip: () => document.createElement("div"),
    }),
  );
  const middles = values.map((_, index) => chart.convertToPixel({ xAxisIndex: 0 }, index));
  const half = ((middles[1] ?? 0) - (middles[0] ?? 0)) / 2;
  const picture = chart.renderToSVGString();
  const paths = picture.match(/<path [^>]*>/g) ?? [];
  chart.dispose();
  const filled = (colour: string) =>
    paths
      .filter((path) => path.includes(colour))
      .map((path) => {
        const [left = Number.NaN, width = Number.NaN] = [/ d="M([\d.]+)/, /l([\d.]+) 0/].map((found) =>
          Number(found.exec(path)?.[1]),
        );
        return [Math.round(left), Math.round(left + width)];
      });
  return {
    shaded: filled(SUNKEN),
    banded: filled(BAND),
    words: [...picture.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text = ""]) => text),
    dashes: paths.filter((path) => path.includes("stroke-dasharray")).length,
    place: (index: number) => [-half, half].map((side) => Math.round((middles[index] ?? 0) + side)),
  };
}

test("shades exactly the points without a figure, including a single one", () => {
  const { shaded, place } = drawn([1, null, 3, null, null, 0]);
  expect(shaded).toEqual([1, 3, 4].map(place));
});

test("a band covers exactly its points, except those without a figure", () => {
  const { shaded, banded, place } = drawn([1, 2, null, 4, 5], [{ first: 1, last: 3, label: "Looked at" }]);
  expect(banded).toEqual([1, 3].map(place));
  expect(shaded).toEqual([2].map(place));
});

test("shades nothing where every point has a figure", () => {
  expect(drawn([1, 0, 3]).shaded).toEqual([]);
});

// Covers constants-5
test("draws a goal as a labeled dashed line, within the axis even when all figures are below it", () => {
  const top = (labels: string[]) => Math.max(...labels.map((label) => Number(/^at (\d+)$/.exec(label)?.[1] ?? 0)));
  const { words: labels, dashes } = drawn([1, 2, 3], [], { value: 10, label: "Goal 10%" });
  expect(labels).toContain("Goal 10%");
  expect([top(labels) >= 10, dashes]).toEqual([true, 1]);
  const without = drawn([1, 2, 3]);
  expect([top(without.words), without.dashes]).toEqual([3, 0]);
});

// Covers constants-9
test("draws without animation, so that bars and lines never disagree", () => {
  const figures = { points: dayPoints(["2024-03-01"]), series: [] };
  const drawing = { figures, axis: { unit: "gal", format: String }, palette, width: 600 };
  expect(chartOption({ ...drawing, tooltip: () => document.createElement("div") }).animation).toBe(false);
});
