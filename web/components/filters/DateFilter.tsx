import { t } from "@lingui/core/macro";
import { IconCalendar } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Dropdown } from "../dropdown/Dropdown.tsx";
import { formatDate } from "../format.ts";
import { Skeleton } from "../states/Skeleton.tsx";
import classes from "./DateFilter.module.css";
import filter from "./PopoverFilter.module.css";

const DayCalendar = lazy(() => import("./DayCalendar.tsx"));

export interface DateFilterProps {
  /** The day, yyyy-MM-dd; null: now. */
  value: string | null;
  /** Called with the day, or null for now, when it was taken with Apply. */
  onChange: (day: string | null) => void;
  /** The last day that can be chosen, yyyy-MM-dd; it means now. */
  today: string;
}

/** As of which day: now, or the end of a day before. Days to come cannot be chosen. */
export function DateFilter({ value, onChange, today }: DateFilterProps): ReactNode {
  const [opened, setOpened] = useState(false);
  const take = (day: string | null) => {
    const taken = day === today ? null : day;
    setOpened(false);
    if (taken !== value) onChange(taken);
  };
  const dateLabel = value === null ? t`Now` : formatDate(value);
  return (
    <Dropdown
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      label={t`Date`}
      target={(target) => (
        <button
          {...target}
          type="button"
          className={filter.target}
          data-on={value !== null || undefined}
          aria-label={t`Date: ${dateLabel}`}
        >
          <IconCalendar size={15} stroke={1.75} aria-hidden="true" />
          <span className={classes.words}>{dateLabel}</span>
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
        <DayCalendar value={value} today={today} onApply={take} />
      </Suspense>
    </Dropdown>
  );
}
