import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportSubscription } from "../../../../../contract/notifications/report-subscriptions.ts";
import { daysNames, reportNames, scheduleText } from "../../../../app/report/send/schedule-form.ts";
import { NOT_MEASURED } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { AddButton } from "../../list/AddButton.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { LetterheadPanel } from "./LetterheadPanel.tsx";

/** The reports that an organization sends by mail. */
export default function ReportsTab({ view }: { view: SettingsView }): ReactNode {
  const { id } = view.organization;
  const reports = useQuery(settingsQueries(id, view.search).reports);
  const properties = useQuery(settingsQueries(id, view.search).properties);
  const names = new Map(properties.data?.map((one) => [one.id, one.name]));
  const add = <AddButton onClick={() => view.open("add-report")}>{t`Send a report`}</AddButton>;
  return (
    <>
      <FramedList
        title={t`Reports by mail`}
        subtitle={t`Members get the properties they can see, other addresses the properties you choose`}
        caption={t`Scheduled reports`}
        columns={columnsOf(view, names)}
        list={reports}
        state={view.list}
        what={t`The reports by mail`}
        layoutName="report_subscriptions"
        hiddenAtFirst={["created_at", "created_by"]}
        empty={{
          sentence: t`Send owners and managers a report every week or month. People send themselves one with "Send me this" on a report.`,
          action: add,
        }}
        tools={add}
      />
      <LetterheadPanel organization={id} />
    </>
  );
}

function columnsOf(view: SettingsView, names: ReadonlyMap<number, string>): readonly TableColumn<ReportSubscription>[] {
  const recipients = ({ recipients }: ReportSubscription) =>
    recipients.map(({ email, ended_at }) => (ended_at === null ? email : t`${email} (unsubscribed)`)).join(", ");
  const properties = ({ property_ids }: ReportSubscription) =>
    property_ids === null
      ? t`All they can see`
      : property_ids.map((id) => names.get(id) ?? t`Property ${id}`).join(", ");
  const days = ({ days, start_date, end_date }: ReportSubscription) =>
    start_date === null || end_date === null ? daysNames[days] : `${start_date} – ${end_date}`;
  const time = (instant: string | null, { time_zone }: ReportSubscription) =>
    instant === null ? NOT_MEASURED : timeAtProperty(instant, time_zone);
  return [
    {
      id: "kind",
      header: t`Report`,
      card: "title",
      pinned: true,
      cell: (row) => <b className={classes.names}>{reportNames[row.kind]}</b>,
      text: (row) => reportNames[row.kind],
    },
    {
      id: "recipients",
      header: t`To`,
      card: "under",
      cell: (row) => <span className={classes.names}>{recipients(row)}</span>,
      text: recipients,
    },
    { id: "rule", header: t`When`, card: "main", cell: scheduleText, text: scheduleText },
    { id: "days", header: t`Days`, card: "detail", cell: days, text: days },
    {
      id: "property_ids",
      header: t`Properties`,
      card: "detail",
      cell: (row) => <span className={classes.names}>{properties(row)}</span>,
      text: properties,
    },
    {
      id: "next_at",
      header: t`Next`,
      card: "main",
      hint: t`In the report's time zone. A dash: no more are scheduled`,
      cell: (row) => time(row.next_at, row),
      text: (row) => row.next_at ?? "",
    },
    {
      id: "last_sent_at",
      header: t`Last Sent`,
      cell: (row) => time(row.last_sent_at, row),
      text: (row) => row.last_sent_at ?? "",
    },
    { id: "created_at", header: t`Made`, cell: (row) => time(row.created_at, row), text: (row) => row.created_at },
    {
      id: "created_by",
      header: t`Made by`,
      cell: (row) => <span className={classes.names}>{row.created_by}</span>,
      text: (row) => row.created_by,
    },
    {
      id: "end",
      header: t`Stop`,
      width: 90,
      card: "action",
      cell: (row) => (
        <RowAction
          name={t`Stop ${reportNames[row.kind]} to ${recipients(row)}`}
          onClick={() => view.open("end-report", row.id)}
        >{t`Stop`}</RowAction>
      ),
      text: () => "",
    },
  ];
}
