import type { BarSeriesOption, LineSeriesOption } from "echarts/charts";
import type { GridComponentOption, MarkLineComponentOption, TooltipComponentOption } from "echarts/components";
import type { ComposeOption } from "echarts/core";
import { seriesPattern } from "../../theme/series.ts";
import { formatShort } from "../format.ts";
import { labelledPoints, tickedPoints } from "./axis-labels.ts";
import { type ChartFigures, isInBand, unmeasuredPoints } from "./figures.ts";
import { type ChartPalette, estimatedDecal, patternDecal } from "./palette.ts";
import type { ChartAxis, ChartGoal, ChartSeries } from "./series.ts";

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | TooltipComponentOption | MarkLineComponentOption
>;

export interface ChartDrawing {
  figures: ChartFigures;
  axis: ChartAxis;
  secondAxis?: ChartAxis;
  goal?: ChartGoal;
  palette: ChartPalette;
  /** Pixels. */
  width: number;
  tooltip: (index: number) => HTMLElement;
}

/** Without a second axis everything stands on the first. */
function axisIndex(axis: "first" | "second" | undefined, secondAxis: ChartAxis | undefined): number {
  return axis === "second" && secondAxis !== undefined ? 1 : 0;
}

function bar(series: ChartSeries, { palette, secondAxis }: ChartDrawing): BarSeriesOption {
  const decal = patternDecal(series.color, palette);
  return {
    type: "bar",
    id: series.id,
    name: series.name,
    stack: series.stack,
    yAxisIndex: axisIndex(series.axis, secondAxis),
    barMaxWidth: 28,
    barGap: "15%",
    barCategoryGap: "28%",
    itemStyle: { color: palette.series(series.color), decal },
    emphasis: { disabled: true },
    data: series.values.map((value, index) => ({
      value: value ?? "-",
      itemStyle: series.estimated?.[index] ? { decal: estimatedDecal(palette), opacity: 0.75 } : undefined,
    })),
  };
}

function line(series: ChartSeries, { palette, secondAxis }: ChartDrawing): LineSeriesOption {
  const color = palette.series(series.color);
  const { values } = series;
  const alone = (index: number) => (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
  return {
    type: "line",
    id: series.id,
    name: series.name,
    yAxisIndex: axisIndex(series.axis, secondAxis),
    z: 3,
    connectNulls: false,
    symbol: "circle",
    symbolSize: 5,
    showSymbol: true,
    // The surface's colour around the line keeps it readable across bars.
    lineStyle: {
      color,
      width: 2,
      type: seriesPattern[series.color] === "dashed" ? [5, 4] : "solid",
      shadowColor: palette.surface,
      shadowBlur: 4,
    },
    itemStyle: { color },
    emphasis: { disabled: true },
    // A value between two gaps would be a line of no length: it is drawn as a dot.
    data: values.map((value, index) => ({ value: value ?? "-", symbol: alone(index) ? "circle" : "none" })),
  };
}

/** Draws nothing itself: carries the goal line and keeps it inside the axis. */
function marks({ figures, goal, palette, secondAxis }: ChartDrawing): LineSeriesOption {
  return {
    type: "line",
    id: "marks",
    silent: true,
    symbol: "none",
    yAxisIndex: axisIndex(goal?.axis, secondAxis),
    lineStyle: { opacity: 0 },
    data: figures.points.map(() => goal?.value ?? "-"),
    markLine: goal && {
      silent: true,
      symbol: "none",
      animation: false,
      lineStyle: { color: palette.text, type: [3, 3], width: 1 },
      label: {
        formatter: goal.label,
        position: "insideStartTop",
        distance: 4,
        backgroundColor: palette.surface,
        borderRadius: 3,
        padding: [2, 4],
        color: palette.text,
        fontFamily: palette.font,
        fontSize: 12,
      },
      data: [{ yAxis: goal.value }],
    },
  };
}

function verticalAxis(axis: ChartAxis, palette: ChartPalette, second: boolean) {
  return {
    type: "value" as const,
    name: axis.unit,
    nameGap: 12,
    nameTextStyle: {
      color: palette.muted,
      align: second ? ("left" as const) : ("right" as const),
      fontFamily: palette.font,
    },
    min: ({ min }: { min: number }) => Math.min(0, min),
    max: axis.max,
    splitNumber: 4,
    axisLabel: {
      color: palette.muted,
      fontFamily: palette.font,
      fontSize: 12,
      formatter: (value: number) => (axis.formatAxis ?? formatShort)(value),
    },
    splitLine: { show: !second, lineStyle: { color: palette.border } },
  };
}

/** What ECharts draws: bars and lines from zero, gaps as gaps, one tooltip for all series. */
export function chartOption(drawing: ChartDrawing): ChartOption {
  const { figures, axis, secondAxis, palette, width, tooltip } = drawing;
  const labelled = labelledPoints(figures.points, width - 90);
  const ticked = new Set(tickedPoints(figures.points));
  const unmeasured = new Set(unmeasuredPoints(figures));
  const ground = (index: number) => {
    if (unmeasured.has(index)) return palette.sunken;
    return isInBand(figures, index) ? palette.band : "transparent";
  };
  return {
    // Bars that grow and a line that runs disagree while they move.
    animation: false,
    textStyle: { fontFamily: palette.font },
    grid: {
      left: 8,
      right: secondAxis ? 8 : 16,
      top: 32,
      bottom: 4,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: {
      type: "category",
      data: figures.points.map((point) => point.axis),
      // Where not every place may have a label, ticks show which may.
      axisTick: {
        show: ticked.size < figures.points.length,
        alignWithLabel: true,
        interval: (index: number) => ticked.has(index),
        length: 3,
        lineStyle: { color: palette.border },
      },
      axisLine: { lineStyle: { color: palette.border } },
      // One area for each place: a marked area would run from middle to middle and leave out a single place.
      splitArea: {
        show: unmeasured.size > 0 || (figures.bands ?? []).length > 0,
        interval: 0,
        areaStyle: {
          color: figures.points.map((_, index) => ground(index)),
        },
      },
      axisLabel: {
        color: palette.muted,
        fontFamily: palette.font,
        fontSize: 12,
        hideOverlap: true,
        interval: (index: number) => labelled.has(index),
      },
    },
    yAxis: [verticalAxis(axis, palette, false), ...(secondAxis ? [verticalAxis(secondAxis, palette, true)] : [])],
    tooltip: {
      trigger: "axis",
      confine: true,
      transitionDuration: 0,
      showDelay: 0,
      axisPointer: { type: "shadow", shadowStyle: { color: palette.text, opacity: 0.06 } },
      backgroundColor: "transparent",
      borderWidth: 0,
      padding: 0,
      extraCssText: "box-shadow: none",
      formatter: (hovered) => {
        const one = Array.isArray(hovered) ? hovered[0] : hovered;
        return one === undefined ? "" : tooltip(one.dataIndex);
      },
    },
    series: [
      marks(drawing),
      ...figures.series.map((series) => (series.kind === "bar" ? bar(series, drawing) : line(series, drawing))),
    ],
  };
}
