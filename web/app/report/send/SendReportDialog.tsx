import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../api.ts";
import { EntryDialog } from "../../form/EntryDialog.tsx";
import entryClasses from "../../form/entry.module.css";
import { useEntry } from "../../form/use-entry.ts";
import { toast } from "../../toast.ts";
import { useMe } from "../../use-me.ts";
import { chosenProperties } from "../filters/filter-options.ts";
import { propertiesQuery } from "../report-queries.ts";
import { today } from "../search/calendar.ts";
import { formatPeriod } from "../search/period-search.ts";
import { searchPeriod } from "../search/report-search.ts";
import { ScheduleFields } from "./ScheduleFields.tsx";
import { lastZone, type ScheduleForm, type SendReportProps, scheduleRules, wantedOf } from "./schedule-form.ts";

/** Asks when a report is to be sent to the one who looks at it. */
export default function SendReportDialog({
  kinds,
  search,
  hasMoreFilters,
  onClose,
}: SendReportProps & { onClose: () => void }): ReactNode {
  const { email } = useMe();
  const properties = useQuery(propertiesQuery());
  const isOfSome = search.organization_id !== undefined || search.property_id !== undefined;
  const chosen = chosenProperties(properties.data ?? [], search);
  const timeZone = lastZone(chosen.map(({ time_zone }) => time_zone));
  const once = { ...daysOf(search), ...(timeZone === undefined ? {} : { time_zone: timeZone }) };
  const entry = useEntry<ScheduleForm, unknown>({
    name: `report by mail ${kinds.join(" ")}`,
    initial: { kind: kinds[0], repeat: "once", weekday: "MO", time: "07:00", days: "last_7_days" },
    rules: scheduleRules,
    write: (values) =>
      call("POST /v1/me/report-subscriptions", {
        body: { ...wantedOf(values, once), property_ids: isOfSome ? chosen.map(({ id }) => id) : null },
      }),
    onDone: (_, { repeat }) => {
      onClose();
      toast(
        repeat === "once"
          ? { title: t`The report is on its way`, message: t`It is sent to ${email}.` }
          : {
              title: t`The report will be sent`,
              message: t`Stop it under My notifications or with the link in the mail.`,
            },
      );
    },
    fieldOf: { rule: "time" },
  });
  const period = formatPeriod(searchPeriod(search));
  return (
    <EntryDialog opened onClose={onClose} title={t`Send me this`} size="small" entry={entry} save={t`Send it to me`}>
      <p className={entryClasses.soft}>
        {isOfSome
          ? t`To ${email}, for ${plural(chosen.length, { one: "# property", other: "# properties" })}, if you can see them when it is sent.`
          : t`To ${email}, for all properties you can see when it is sent.`}
      </p>
      {hasMoreFilters && (
        <p className={entryClasses.soft}>
          <Trans>The report is of whole properties: the other filters of this screen do not apply to it.</Trans>
        </p>
      )}
      <ScheduleFields form={entry.form} kinds={kinds} once={t`Period: ${period}`} />
    </EntryDialog>
  );
}

/** The days of a screen, as a report that is sent once has them. */
function daysOf(search: SendReportProps["search"]) {
  const { period, start_date, end_date } = searchPeriod(search);
  switch (period) {
    case "yesterday":
      return { days: "yesterday" as const };
    case "last-7-days":
      return { days: "last_7_days" as const };
    case "last-30-days":
      return { days: "last_30_days" as const };
    default:
      return { days: "dates" as const, start_date: start_date ?? today(), end_date: end_date ?? today() };
  }
}
