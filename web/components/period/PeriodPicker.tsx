import { Popover } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Skeleton } from "../states/Skeleton.tsx";
import classes from "./PeriodTabs.module.css";
import type { PeriodTabsProps } from "./PeriodTabs.tsx";
import { periodLabel } from "./period.ts";

const RangeCalendar = lazy(() => import("./RangeCalendar.tsx"));

/** The button that opens a calendar for a range of days, and shows the range that is on. */
export function PeriodPicker({ value, onChange, today, disabled }: PeriodTabsProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const custom = value.period === "custom-date-range";
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-start" withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={classes.tab}
          aria-pressed={custom}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        >
          <IconCalendar size={15} stroke={1.75} aria-hidden="true" />
          {custom ? (
            periodLabel(value)
          ) : (
            <span>
              Custom<span className={classes.long}> range</span>
            </span>
          )}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Custom range">
        <Suspense
          fallback={
            <div className={classes.waiting}>
              <Skeleton height="100%" />
            </div>
          }
        >
          <RangeCalendar
            start={value.start_date ?? null}
            end={value.end_date ?? null}
            today={today}
            onCancel={() => setOpened(false)}
            onApply={(start_date, end_date) => {
              setOpened(false);
              onChange({ period: "custom-date-range", start_date, end_date });
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
