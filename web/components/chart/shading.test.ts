import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkLineComponent, TooltipComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { expect, test } from "vitest";
import { chartOption } from "./chart-option.ts";
import { dayPoints } from "./points.ts";

use([BarChart, LineChart, GridComponent, TooltipComponent, MarkLineComponent, SVGRenderer]);

const SUNKEN = "#abcdef";
const palette = {
  series: () => "#112233",
  surface: "#ffffff",
  sunken: SUNKEN,
  border: "#dddddd",
  text: "#000000",
  muted: "#777777",
  font: "sans-serif",
};

/** Left and right edges, in pixels, of what is shaded and of every place on the axis. */
function drawn(values: (number | null)[]) {
  const points = dayPoints(values.map((_, index) => `2024-03-0${index + 1}`));
  const chart = init(null, null, { renderer: "svg", ssr: true, width: 600, height: 300 });
  const figures = {
    points,
    series: [{ id: "gallons", name: "Gallons", color: "normal_consumption", kind: "bar", values } as const],
  };
  chart.setOption(
    chartOption({
      figures,
      axis: { unit: "gal", format: String },
      palette,
      width: 600,
      animate: false,
      tooltip: () => document.createElement("div"),
    }),
  );
  const middles = values.map((_, index) => chart.convertToPixel({ xAxisIndex: 0 }, index));
  const half = ((middles[1] ?? 0) - (middles[0] ?? 0)) / 2;
  const paths = chart.renderToSVGString().match(/<path [^>]*>/g) ?? [];
  chart.dispose();
  const shaded = paths
    .filter((path) => path.includes(SUNKEN))
    .map((path) => {
      const [left = Number.NaN, width = Number.NaN] = [/ d="M([\d.]+)/, /l([\d.]+) 0/].map((found) =>
        Number(found.exec(path)?.[1]),
      );
      return [Math.round(left), Math.round(left + width)];
    });
  return { shaded, place: (index: number) => [-half, half].map((side) => Math.round((middles[index] ?? 0) + side)) };
}

test("shading covers exactly the places without a figure, a single one as well", () => {
  const { shaded, place } = drawn([1, null, 3, null, null, 0]);
  expect(shaded).toEqual([1, 3, 4].map(place));
});

test("nothing is shaded where every place has a figure", () => {
  expect(drawn([1, 0, 3]).shaded).toEqual([]);
});
