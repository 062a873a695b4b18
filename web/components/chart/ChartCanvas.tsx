import { t } from "@lingui/core/macro";
import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkLineComponent, TooltipComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { seriesPattern, seriesVariable } from "../../theme/series.ts";
import { usePrinting } from "../../theme/use-printing.ts";
import badge from "../badges/Badge.module.css";
import { money } from "../format.ts";
import classes from "./Chart.module.css";
import { chartOption } from "./chart-option.ts";
import { type ChartFigures, valueText } from "./figures.ts";
import { readPalette } from "./palette.ts";
import type { ChartAxis, ChartGoal, ChartSeries } from "./series.ts";

use([BarChart, LineChart, GridComponent, TooltipComponent, MarkLineComponent, CanvasRenderer]);

/** Pixels that a panel has for its drawing on a sheet of A4, the narrower of the usual ones, within a browser's margins. */
const PRINTED_WIDTH = 670;

export interface ChartCanvasProps {
  label: string;
  figures: ChartFigures;
  axis: ChartAxis;
  secondAxis?: ChartAxis;
  goal?: ChartGoal;
  /** Pixels. */
  height: number;
  /** Redraws in the other colours when it changes. */
  scheme: "light" | "dark";
  onZoom: (first: number, last: number) => void;
  /** Filled with the drawing's canvas while it stands. */
  canvas: RefObject<(() => HTMLCanvasElement | null) | null>;
}

/** The drawing itself: ECharts with bars and lines only, in a chunk of its own beside the page. */
export default function ChartCanvas(props: ChartCanvasProps): ReactNode {
  const { figures, axis, secondAxis, goal, height, scheme, canvas } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(null);
  const [shownWidth, setShownWidth] = useState(0);
  const printing = usePrinting();
  const width = printing ? PRINTED_WIDTH : shownWidth;
  const selection = useDragZoom(chart, figures.points.length, props.onZoom);

  useEffect(() => {
    if (box.current === null) return;
    const made = init(box.current, null, { renderer: "canvas" });
    chart.current = made;
    canvas.current = () => made.renderToCanvas({ pixelRatio: 2 });
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.contentRect.width === 0) return;
      made.resize();
      setShownWidth(entry.contentRect.width);
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      canvas.current = null;
      chart.current = null;
      made.dispose();
    };
  }, [canvas]);

  // Layout for printing does not notify the ResizeObserver.
  useEffect(() => {
    if (!printing) return;
    const drawn = chart.current;
    drawn?.resize({ width: PRINTED_WIDTH, silent: true });
    return () => drawn?.resize({ width: "auto" });
  }, [printing]);

  useEffect(() => {
    if (box.current === null || width === 0) return;
    // The scheme is read from the page's tokens; naming it here is what makes a change redraw.
    const palette = scheme && readPalette(box.current);
    if (!palette) return;
    const tooltip = (index: number) =>
      chartTooltip(figures, index, (one) => (one.axis === "second" && secondAxis ? secondAxis : axis));
    const option = chartOption({ figures, axis, secondAxis, goal, palette, width, tooltip });
    chart.current?.setOption(option, { notMerge: true });
  }, [figures, axis, secondAxis, goal, scheme, width]);

  return (
    <div className={classes.plot} {...selection.handlers}>
      <div ref={box} style={{ height }} role="img" aria-label={props.label} />
      {selection.band && <div className={classes.band} style={selection.band} />}
    </div>
  );
}

/** A drag shorter than this is a click. Pixels. */
const SHORTEST_DRAG = 6;

interface Drag {
  from: number;
  to: number;
}

/**
 * A drag across the chart chooses the places between its ends. `band` is where to draw it meanwhile. Touch is left
 * to scrolling: a finger zooms from the table or the period instead.
 */
function useDragZoom(
  chart: RefObject<EChartsType | null>,
  count: number,
  onZoom: (first: number, last: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const x = (event: PointerEvent<HTMLElement>) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  const place = (pixel: number) => {
    const found = chart.current?.convertFromPixel({ xAxisIndex: 0 }, pixel);
    return Math.min(count - 1, Math.max(0, Math.round(typeof found === "number" ? found : 0)));
  };
  const end = () => {
    if (drag !== null && Math.abs(drag.to - drag.from) >= SHORTEST_DRAG) {
      const [first, last] = [place(Math.min(drag.from, drag.to)), place(Math.max(drag.from, drag.to))];
      if (last > first) onZoom(first, last);
    }
    setDrag(null);
  };
  return {
    band: drag && { left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) },
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === "touch" || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: x(event), to: x(event) });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => drag && setDrag({ ...drag, to: x(event) }),
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    },
  };
}

function element(name: "div" | "span" | "b", className: string | undefined, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  made.textContent = text;
  return made;
}

function row(swatch: HTMLElement | null, name: string, value: string): HTMLElement {
  const made = element("div", classes.tipRow);
  if (swatch !== null) made.append(swatch);
  made.append(element("span", undefined, name), element("b", undefined, value));
  return made;
}

function withUnit(text: string, unit: string): string {
  return unit === money || unit === "%" || text === "–" ? text : `${text} ${unit}`;
}

/** What the pointer reads: all series at a place, their sum where they stand on each other. */
function chartTooltip(
  { points, series }: ChartFigures,
  index: number,
  axisOf: (series: ChartSeries) => ChartAxis,
): HTMLElement {
  const tip = element("div", classes.tip);
  tip.append(element("div", classes.tipHead, points[index]?.full ?? ""));
  for (const one of series) {
    const swatch = element("span", badge.swatch);
    swatch.dataset.pattern = seriesPattern[one.color];
    if (one.kind === "line" && seriesPattern[one.color] !== "dashed") swatch.dataset.shape = "line";
    swatch.style.setProperty("--ink", seriesVariable(one.color));
    tip.append(row(swatch, one.name, withUnit(valueText(one, index, axisOf(one)), axisOf(one).unit)));
  }
  const stacked = series.filter((one) => one.stack !== undefined && one.stack === series[0]?.stack);
  const values = stacked.flatMap((one) => one.values[index] ?? []);
  const first = stacked[0];
  if (first !== undefined && stacked.length > 1 && values.length > 0) {
    const sum = values.reduce((total, value) => total + value, 0);
    const total = row(null, t`Total`, withUnit(axisOf(first).format(sum), axisOf(first).unit));
    total.dataset.total = "";
    tip.append(total);
  }
  for (const { name, text } of points[index]?.facts ?? []) tip.append(row(null, name, text));
  return tip;
}
