import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/es";
import { type ReactNode, useState } from "react";
import { language } from "../../language/language.ts";
import { formatDate } from "../format.ts";
import period from "../period/PeriodTabs.module.css";
import classes from "./DateFilter.module.css";
import filter from "./PopoverFilter.module.css";

interface Props {
  value: string | null;
  today: string;
  onApply: (day: string | null) => void;
}

/** One month, in a chunk of its own; the day is taken with Apply, Now takes it off. */
export default function DayCalendar({ value, today, onApply }: Props): ReactNode {
  const [day, setDay] = useState(value);
  const now = day === null || day === today;
  return (
    <div className={classes.calendar}>
      <DatePicker
        value={day ?? today}
        onChange={setDay}
        maxDate={today}
        defaultDate={day ?? today}
        size="sm"
        firstDayOfWeek={0}
        locale={language}
        classNames={{ day: period.day }}
        ariaLabels={{ nextMonth: t`Next month`, previousMonth: t`Previous month` }}
      />
      <p className={classes.note} role="status">
        {now ? t`As things are now.` : t`As it was at the end of ${formatDate(day)}.`}
      </p>
      <div className={filter.foot}>
        <Button variant="default" onClick={() => onApply(null)}>
          <Trans>Now</Trans>
        </Button>
        <Button disabled={(now ? null : day) === value} onClick={() => onApply(day)}>
          <Trans>Apply</Trans>
        </Button>
      </div>
    </div>
  );
}
