import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/es";
import { useMediaQuery } from "@mantine/hooks";
import { IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { language } from "../../language/language.ts";
import { formatDateRange } from "../format.ts";
import classes from "./PeriodTabs.module.css";

export interface RangeCalendarProps {
  /** Local days, yyyy-MM-dd, or null where none is chosen yet. */
  start: string | null;
  end: string | null;
  /** The last day that can be chosen. */
  today: string;
  onApply: (start: string, end: string) => void;
  onCancel: () => void;
}

/** Two months side by side (one on a phone); the range is taken with Apply. */
export default function RangeCalendar({ start, end, today, onApply, onCancel }: RangeCalendarProps): ReactNode {
  const [range, setRange] = useState<[string | null, string | null]>([start, end]);
  const phone = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  const [first, last] = range;
  const complete = first !== null && last !== null;
  return (
    <div className={classes.calendar}>
      <DatePicker
        type="range"
        value={range}
        onChange={setRange}
        maxDate={today}
        allowSingleDateInRange
        numberOfColumns={phone ? 1 : 2}
        columnsToScroll={1}
        defaultDate={monthShown(first ?? today, phone ? 0 : 1)}
        size="sm"
        firstDayOfWeek={0}
        locale={language}
        classNames={{ day: classes.day }}
        ariaLabels={{ nextMonth: t`Next month`, previousMonth: t`Previous month` }}
      />
      <p className={classes.note}>
        <Trans>
          <IconInfoCircle size={15} stroke={1.75} aria-hidden="true" style={{ flex: "none", marginTop: 1 }} />
          Hourly data is available from yesterday up to three months ago. Data between three and six months is
          aggregated daily. Data beyond six months is available upon request.
        </Trans>
      </p>
      <div className={classes.foot}>
        <span className={classes.chosen} role="status">
          {complete ? formatDateRange(first, last) : first === null ? t`Choose the first day` : t`Choose the last day`}
        </span>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={!complete} onClick={() => complete && onApply(first, last)}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The first of the month so many months before a day, so that the chosen month stands on the right. */
function monthShown(day: string, monthsBefore: number): string {
  const month = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - monthsBefore, 1));
  return month.toISOString().slice(0, 10);
}
