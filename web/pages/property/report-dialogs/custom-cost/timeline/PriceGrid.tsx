import type { ReactNode } from "react";
import { formatMonthDay } from "../../../../../components/format.ts";
import type { DaySpan } from "./day-spans.ts";
import { size } from "./lane-tops.ts";
import { monthTicks, placed } from "./time-window.ts";
import classes from "./timeline.module.css";

interface Props {
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
export function PriceGrid({ window, today, period, cursor, width, height }: Props): ReactNode {
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
                {`${formatMonthDay(day).slice(0, 3)} ${day.slice(0, 4)}`}
              </text>
            )}
          </g>
        );
      })}
      {now !== null && (
        <>
          <line className={classes.today} x1={now} x2={now} y1={size.head - 4} y2={foot} />
          <text className={classes.axis} x={Math.min(Math.max(now, 18), width - 18)} y={11} textAnchor="middle">
            Today
          </text>
        </>
      )}
      {read !== null && cursor !== today && (
        <line className={classes.cursor} x1={read} x2={read} y1={size.head - 4} y2={foot} />
      )}
    </>
  );
}
