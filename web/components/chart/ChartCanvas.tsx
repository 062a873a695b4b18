import { BarChart, LineChart } from "echarts/charts";
import { GridComponent, MarkLineComponent, TooltipComponent } from "echarts/components";
import { type EChartsType, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { usePrinting } from "../../theme/use-printing.ts";
import classes from "./Chart.module.css";
import { chartOption } from "./chart-option.ts";
import { chartTooltip } from "./chart-tooltip.ts";
import { useDragZoom } from "./drag-zoom.ts";
import type { ChartFigures } from "./figures.ts";
import { readPalette } from "./palette.ts";
import type { ChartAxis, ChartGoal } from "./series.ts";

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
