import { t } from "@lingui/core/macro";
import { useComputedColorScheme, VisuallyHidden } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { csvFile } from "../../../contract/files/csv.ts";
import { download, downloadCsv } from "../download.ts";
import { usePageKeys } from "../page-keys.ts";
import { PanelCorner } from "../panel/PanelCorner.tsx";
import { EmptyState } from "../states/EmptyState.tsx";
import { ErrorState } from "../states/ErrorState.tsx";
import { Skeleton } from "../states/Skeleton.tsx";
import classes from "./Chart.module.css";
import { ChartCorner } from "./ChartCorner.tsx";
import { ChartLegend } from "./ChartLegend.tsx";
import { ChartTable } from "./ChartTable.tsx";
import { chartPng } from "./chart-png.ts";
import { type ChartZoom, figureTable, fileRow, sliceFigures, spanOf, unmeasuredPoints, zoomAmong } from "./figures.ts";
import { readPalette } from "./palette.ts";
import type { ChartAxis, ChartBand, ChartGoal, ChartPoint, ChartSeries } from "./series.ts";

const ChartCanvas = lazy(() => import("./ChartCanvas.tsx"));

/** Points of a chart above which screen readers get its table only after it is opened. */
const HIDDEN_TABLE_AT_MOST = 400;

export interface ChartProps {
  /** The chart's name for a screen reader and its files: "Leak Gallons vs Gallons (Per Day)". */
  title: string;
  /** The first column's header in the table view: "Date", "Hour". */
  pointHeader: string;
  /** Undefined until the first answer: a skeleton of the same size. */
  points: readonly ChartPoint[] | undefined;
  /** Keep it and the axes referentially stable between renders: otherwise the chart is rebuilt. */
  series: readonly ChartSeries[];
  axis: ChartAxis;
  secondAxis?: ChartAxis;
  goal?: ChartGoal;
  /** Shaded places; keep them the same between renders as well. */
  bands?: readonly ChartBand[];
  /** New figures are on their way: the old ones stay, dimmed. */
  refreshing?: boolean;
  error?: { message?: string; onRetry: () => void };
  empty?: { sentence?: string; action?: ReactNode };
  /** Pixels, 280 where not given. */
  height?: number;
  /** The name of the PNG and CSV files, without ending. */
  fileName: string;
  /** After a drag across the chart: first and last point, both included. Without it the chart zooms by itself. */
  onZoom?: (first: number, last: number) => void;
}

/** Bars and lines over days or hours, with the same figures as a table one key away. */
export function Chart(props: ChartProps): ReactNode {
  const { points, error, height = 280 } = props;
  if (error) {
    return (
      <Middle height={height}>
        <ErrorState {...error} />
      </Middle>
    );
  }
  if (points === undefined) return <ChartSkeleton height={height} />;
  if (points.length === 0) {
    return (
      <Middle height={height}>
        <EmptyState title={t`No data available`} {...props.empty} />
      </Middle>
    );
  }
  return <DrawnChart {...props} points={points} height={height} />;
}

/** A legend's line and the drawing: the height of all states. */
const LEGEND_HEIGHT = 28;

/** A box that scrolls and holds nothing to focus is itself reachable, for those who scroll with keys. */
const reachable = (name: string) => ({ role: "region", tabIndex: 0, "aria-label": name });

function Middle({ height, children }: { height: number; children: ReactNode }): ReactNode {
  return (
    <div className={classes.middle} style={{ minHeight: height + LEGEND_HEIGHT }}>
      {children}
    </div>
  );
}

function ChartSkeleton({ height }: { height: number }): ReactNode {
  return (
    <div
      className={classes.waiting}
      style={{ height: height + LEGEND_HEIGHT }}
      role="status"
      aria-label={t`Loading...`}
    >
      {[46, 62, 38, 74, 55, 84, 48, 66, 58, 40, 70, 52].map((share) => (
        <Skeleton key={share} height={`${share}%`} />
      ))}
    </div>
  );
}

function axisOf({ axis }: { axis?: "first" | "second" | undefined }, first: ChartAxis, second: ChartAxis | undefined) {
  return axis === "second" && second ? second : first;
}

/** The axes and the goal with the values that are drawn. */
function drawnAxes(axis: ChartAxis, secondAxis: ChartAxis | undefined, goal: ChartGoal | undefined) {
  const { convert: ofGoal } = axisOf(goal ?? {}, axis, secondAxis);
  return {
    axis: axis.max === undefined || !axis.convert ? axis : { ...axis, max: axis.convert(axis.max) },
    secondAxis,
    goal: goal === undefined || !ofGoal ? goal : { ...goal, value: ofGoal(goal.value) },
  };
}

/** A series with the values that its axis shows. */
function converted(series: ChartSeries, first: ChartAxis, second: ChartAxis | undefined): ChartSeries {
  const { convert } = axisOf(series, first, second);
  if (convert === undefined) return series;
  return { ...series, values: series.values.map((value) => (value === null ? null : convert(value))) };
}

function DrawnChart(props: ChartProps & { points: readonly ChartPoint[]; height: number }): ReactNode {
  const { title, points, series, bands, height, onZoom } = props;
  const { axis, secondAxis, goal } = useMemo(
    () => drawnAxes(props.axis, props.secondAxis, props.goal),
    [props.axis, props.secondAxis, props.goal],
  );
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setZoom] = useState<ChartZoom | null>(null);
  const zoom = zoomAmong(points, chosen);
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<(() => HTMLCanvasElement | null) | null>(null);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });

  // The figures that are seen come first: the table that only a screen reader finds is made after them.
  const hasTable = useDeferredValue(true, false);

  const shown = useMemo(() => {
    const drawn = series.filter((one) => !hidden.has(one.id)).map((one) => converted(one, axis, secondAxis));
    const all = { points, series: drawn, hidden: series.filter((one) => hidden.has(one.id)), bands };
    return zoom === null ? all : sliceFigures(all, zoom.first, zoom.last);
  }, [points, series, axis, secondAxis, bands, hidden, zoom]);
  const table = figureTable(shown, props.pointHeader, (one) => axisOf(one, axis, secondAxis));
  const zoomTo = useCallback(
    (first: number, last: number) => {
      if (onZoom) onZoom(first, last);
      else {
        const from = zoom?.first ?? 0;
        setZoom({ first: from + first, last: from + last, span: spanOf(points) });
      }
    },
    [onZoom, zoom, points],
  );
  const keys = useCallback((key: string) => {
    if (key === "t") setAsTable((before) => !before);
    else if (key === "Escape") setZoom(null);
    return key === "t";
  }, []);
  usePageKeys(figure, "chart", keys);

  const savePng = async () => {
    const drawing = canvas.current?.();
    if (!drawing || figure.current === null) return;
    const png = await chartPng(drawing, title, shown.series, readPalette(figure.current));
    if (png !== null) download(`${props.fileName}.png`, png);
  };

  return (
    <figure className={classes.figure} ref={figure} data-keys="chart" aria-label={title} aria-busy={props.refreshing}>
      <div className={classes.top}>
        <ChartLegend
          series={series}
          hidden={hidden}
          onToggle={(id) => setHidden(hidden.symmetricDifference(new Set([id])))}
          estimated={shown.series.some((one) => one.estimated?.includes(true))}
          unmeasured={unmeasuredPoints(shown).length > 0}
          bands={shown.bands}
        />
        <PanelCorner className={classes.corner}>
          <ChartCorner
            asTable={asTable}
            onToggleTable={() => setAsTable(!asTable)}
            onZoomOut={zoom === null ? undefined : () => setZoom(null)}
            onPng={asTable ? undefined : savePng}
            onCsv={() => downloadCsv(props.fileName, csvFile(table.header, table.rows.map(fileRow)))}
          />
        </PanelCorner>
      </div>
      <div className={classes.stage} data-refreshing={props.refreshing || undefined}>
        {asTable ? (
          <div className={classes.scroll} style={{ height }} {...reachable(title)}>
            <ChartTable caption={title} {...table} />
          </div>
        ) : (
          <>
            <Suspense fallback={<div style={{ height }} />}>
              <ChartCanvas
                label={t`${title}. The same figures are in the table; T shows it.`}
                figures={shown}
                axis={axis}
                secondAxis={secondAxis}
                goal={goal}
                height={height}
                scheme={scheme}
                onZoom={zoomTo}
                canvas={canvas}
              />
            </Suspense>
            {hasTable && shown.points.length <= HIDDEN_TABLE_AT_MOST && (
              <VisuallyHidden>
                <ChartTable caption={title} {...table} />
              </VisuallyHidden>
            )}
          </>
        )}
      </div>
    </figure>
  );
}
