import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import type { ReportKind } from "../../../../contract/notifications/report-kinds.ts";
import entryClasses from "../../form/entry.module.css";
import type { Entry } from "../../form/use-entry.ts";
import { choiceOf } from "../../search-text.ts";
import {
  daysNames,
  type Repeat,
  repeatNames,
  repeats,
  reportNames,
  type ScheduleForm,
  usualDays,
  weekdayChoices,
} from "./schedule-form.ts";

interface Props {
  form: Pick<Entry<ScheduleForm>["form"], "values" | "setFieldValue" | "getInputProps">;
  kinds: readonly ReportKind[];
  /** Days of a report that is sent once, in words; left out: it is not offered. */
  once?: string;
}

/** Which report is sent, and when. */
export function ScheduleFields({ form, kinds, once }: Props): ReactNode {
  const repeat = choiceOf(form.values.repeat, repeats) ?? "once";
  const select = (field: "kind" | "repeat" | "weekday" | "days", label: string, data: Choices) => (
    <Select
      classNames={{ option: entryClasses.option }}
      label={label}
      data={data}
      allowDeselect={false}
      comboboxProps={{ returnFocus: false }}
      {...form.getInputProps(field)}
      onChange={(value) => {
        form.setFieldValue(field, value ?? "");
        const chosen = field === "repeat" ? choiceOf(value, repeats) : undefined;
        if (chosen !== undefined && chosen !== "once") form.setFieldValue("days", usualDays[chosen]);
      }}
    />
  );
  const offered: readonly Repeat[] = once === undefined ? ["day", "week", "month"] : repeats;
  const days = ["yesterday", "last_7_days", "last_30_days", "last_month"] as const;
  return (
    <>
      {kinds.length > 1 &&
        select(
          "kind",
          t`Report`,
          kinds.map((value) => ({ value, label: reportNames[value] })),
        )}
      {select(
        "repeat",
        t`When`,
        offered.map((value) => ({ value, label: repeatNames[value] })),
      )}
      {repeat === "once" ? (
        <p className={entryClasses.soft}>{once}</p>
      ) : (
        <>
          <div className={entryClasses.pair}>
            {repeat === "week" && select("weekday", t`Day of the week`, weekdayChoices)}
            <TextInput label={t`Time`} type="time" {...form.getInputProps("time")} />
          </div>
          {select(
            "days",
            t`Period`,
            days.map((value) => ({ value, label: daysNames[value] })),
          )}
        </>
      )}
    </>
  );
}

type Choices = { value: string; label: string }[];
