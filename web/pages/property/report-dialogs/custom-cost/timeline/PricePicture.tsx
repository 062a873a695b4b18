import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId } from "react";
import { addDays, countDays } from "../../../../../app/report/search/calendar.ts";
import { formatDate } from "../../../../../components/format.ts";
import type { DaySpan } from "./day-spans.ts";
import { laneTops } from "./lane-tops.ts";
import { PriceBars } from "./PriceBars.tsx";
import { PriceGrid } from "./PriceGrid.tsx";
import type { PriceLane } from "./price-lanes.ts";
import { changeDays, dayAt } from "./time-window.ts";
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
        Left and right arrow keys go from one change of price to the next.
      </span>
    </div>
  );
}
