import { Button } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import { type ReactNode, useState } from "react";
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
        classNames={{ day: period.day }}
        ariaLabels={{ nextMonth: "Next month", previousMonth: "Previous month" }}
      />
      <p className={classes.note} role="status">
        {now ? "As things are now." : `As it was at the end of ${formatDate(day)}.`}
      </p>
      <div className={filter.foot}>
        <Button variant="default" onClick={() => onApply(null)}>
          Now
        </Button>
        <Button disabled={(now ? null : day) === value} onClick={() => onApply(day)}>
          Apply
        </Button>
      </div>
    </div>
  );
}
