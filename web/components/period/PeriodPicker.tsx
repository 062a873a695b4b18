import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { Skeleton } from "../states/Skeleton.tsx";
import classes from "./PeriodTabs.module.css";
import { customRangeLabel, type Period } from "./period.ts";

const RangeCalendar = lazy(() => import("./RangeCalendar.tsx"));

/** The button that opens a calendar for a range of days, and shows the range that is on. */
export function PeriodPicker({ value, onChange, today, disabled }: PeriodTabsProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const custom = value.period === "custom-date-range";
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      label={t`Custom range`}
      target={(target) => (
        <button {...target} type="button" className={classes.tab} aria-pressed={custom} disabled={disabled}>
          <IconCalendar size={15} stroke={1.75} aria-hidden="true" />
          {custom ? (
            customRangeLabel(value)
          ) : (
            <span>
              <Trans>
                Custom<span className={classes.long}> range</span>
              </Trans>
            </span>
          )}
        </button>
      )}
    >
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
    </Dropdown>
  );
}

export interface PeriodTabsProps {
  value: Period;
  /** A named period clears the custom range; the caller goes back to page 0. */
  onChange: (period: Period) => void;
  /** The last day that can be chosen, yyyy-MM-dd: today at the property. */
  today: string;
  disabled?: boolean;
}
