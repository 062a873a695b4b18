import { Trans } from "@lingui/react/macro";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId } from "react";
import { addDays, countDays } from "../../../../../app/report/search/calendar.ts";
import { formatDate, formatMonth } from "../../../../../components/format.ts";
import type { DaySpan } from "./day-spans.ts";
import { laneTops, size } from "./lane-tops.ts";
import { PriceBars } from "./PriceBars.tsx";
import type { PriceLane } from "./price-lanes.ts";
import { changeDays, dayAt, monthTicks, placed } from "./time-window.ts";
import classes from "./timeline.module.css";

interface Props {
  /** "Prices at Maple Court". */
  name: string;
  lanes: readonly PriceLane[];
  /** Units of the property. */
  total: number;
  window: DaySpan;
  today: string;
  /** The report's days. */
  period: DaySpan;
  planned: DaySpan | undefined;
  /** The day that is read out. */
  cursor: string;
  /** undefined: back to today. */
  onCursor: (day: string | undefined) => void;
  /** The text of the price on that day. */
  valueText: string;
}

/**
 * Prices on a line of days, one track for each set of units. A pointer reads out the day under it; the arrow keys go from
 * one change to the next.
 */
export function PricePicture(props: Props): ReactNode {
  const { name, lanes, window, today, cursor, onCursor, valueText } = props;
  const { ref, width } = useElementSize<HTMLDivElement>();
  const help = useId();
  const { tops, height } = laneTops(lanes);
  const stops = [...new Set([window.first, today, ...changeDays(lanes), window.last])]
    .filter((day) => day >= window.first && day <= window.last)
    .sort();
  const read = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onCursor(dayAt(event.clientX - box.left, window, box.width));
  };
  const step = (event: KeyboardEvent) => {
    const next: Readonly<Record<string, string | undefined>> = {
      ArrowLeft: event.shiftKey ? addDays(cursor, -1) : stops.findLast((day) => day < cursor),
      ArrowRight: event.shiftKey ? addDays(cursor, 1) : stops.find((day) => day > cursor),
      Home: window.first,
      End: window.last,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    const day = next[event.key];
    if (day !== undefined && day >= window.first && day <= window.last) onCursor(day);
  };
  return (
    <div
      ref={ref}
      className={classes.picture}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-describedby={help}
      aria-valuemin={1}
      aria-valuemax={countDays(window.first, window.last)}
      aria-valuenow={countDays(window.first, cursor)}
      aria-valuetext={`${formatDate(cursor)}: ${valueText}`}
      onPointerMove={read}
      onPointerDown={read}
      onPointerLeave={() => onCursor(undefined)}
      onKeyDown={step}
      onBlur={() => onCursor(undefined)}
    >
      <svg width="100%" height={height} aria-hidden="true">
        {width > 0 && (
          <>
            <PriceGrid {...props} width={width} height={height} />
            {lanes.map((lane, nth) => (
              <PriceBars
                key={lane.unit_ids.join()}
                lane={lane}
                top={tops[nth] ?? 0}
                width={width}
                window={window}
                total={props.total}
                planned={props.planned}
              />
            ))}
          </>
        )}
      </svg>
      <span id={help} hidden>
        <Trans>Left and right arrow keys go from one change of price to the next.</Trans>
      </span>
    </div>
  );
}

interface PriceGridProps {
  window: DaySpan;
  today: string;
  period: DaySpan;
  cursor: string;
  width: number;
  height: number;
}

/** Pixels that the name of a month takes, with room beside it. */
const LABEL = 58;

/** Behind the prices: months, the report's days, today, and the day that is read out. */
function PriceGrid({ window, today, period, cursor, width, height }: PriceGridProps): ReactNode {
  const foot = height - size.foot;
  const xOf = (day: string) => placed({ first: day, last: day }, window, width)?.x ?? 0;
  const middle = (day: string) => {
    const box = placed({ first: day, last: day }, window, width);
    return box === null ? null : box.x + box.width / 2;
  };
  const [report, now, read] = [placed(period, window, width), middle(today), middle(cursor)];
  return (
    <>
      {report && (
        <rect
          className={classes.period}
          x={report.x}
          y={size.head}
          width={Math.max(2, report.width)}
          height={foot - size.head}
        />
      )}
      {monthTicks(window, width).map((day, nth, days) => {
        const x = xOf(day);
        const before = days[nth - 1];
        // A label at the very end would be cut off.
        const anchor = x > width - 40 ? "end" : "start";
        const hasRoom = anchor === "start" || before === undefined || x - xOf(before) >= 2 * LABEL;
        return (
          <g key={day}>
            <line className={classes.tick} x1={x} x2={x} y1={size.head} y2={height - 12} />
            {hasRoom && (
              <text className={classes.axis} x={anchor === "end" ? x - 3 : x + 3} y={height - 4} textAnchor={anchor}>
                {formatMonth(day.slice(0, 7))}
              </text>
            )}
          </g>
        );
      })}
      {now !== null && (
        <>
          <line className={classes.today} x1={now} x2={now} y1={size.head - 4} y2={foot} />
          <text className={classes.axis} x={Math.min(Math.max(now, 18), width - 18)} y={11} textAnchor="middle">
            <Trans>Today</Trans>
          </text>
        </>
      )}
      {read !== null && cursor !== today && (
        <line className={classes.cursor} x1={read} x2={read} y1={size.head - 4} y2={foot} />
      )}
    </>
  );
}
