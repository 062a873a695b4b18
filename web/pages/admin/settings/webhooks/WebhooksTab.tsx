import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { AddButton } from "../../list/AddButton.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import { kindsText, leastCostText, propertiesText } from "../sending/what-is-sent.ts";
import classes from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { kindsOf, stateNames, stateSentence, typeNames, when } from "./webhook-text.ts";

/** The programs and channels to which an organization sends what happens. */
export default function WebhooksTab({ view }: { view: SettingsView }): ReactNode {
  const queries = settingsQueries(view.organization.id, view.search);
  const webhooks = useQuery(queries.webhooks);
  const properties = useQuery(queries.properties);
  const names = properties.data && new Map(properties.data.map(({ id, name }) => [id, name]));
  const add = <AddButton onClick={() => view.open("edit-webhook")}>{t`Add a webhook`}</AddButton>;
  return (
    <FramedList
      title={t`Webhooks`}
      subtitle={t`Programs and Slack or Teams channels that receive events`}
      caption={t`Webhooks and channels`}
      columns={webhookColumns(view, names)}
      list={webhooks}
      state={view.list}
      what={t`The webhooks`}
      layoutName="webhooks"
      hiddenAtFirst={["min_dollars_per_day", "created_by"]}
      onOpenRow={({ id }) => view.open("webhook", id)}
      empty={{
        sentence: t`Add one to have leaks and outages sent to a program of yours, or to a channel in Slack or Microsoft Teams.`,
        action: add,
      }}
      tools={add}
    />
  );
}

/** @param names of the organization's properties; undefined: not known (yet) */
function webhookColumns(
  view: SettingsView,
  names: ReadonlyMap<number, string> | undefined,
): readonly TableColumn<WebhookRow>[] {
  return [
    {
      id: "name",
      header: t`Name`,
      card: "title",
      pinned: true,
      cell: (row) => <b className={classes.names}>{row.name}</b>,
      text: (row) => row.name,
    },
    {
      id: "type",
      header: t`Kind`,
      card: "under",
      cell: (row) => typeNames[row.type],
      text: (row) => typeNames[row.type],
    },
    {
      id: "state",
      header: t`State`,
      card: "main",
      cell: (row) => (
        <span className={classes.state} data-state={row.state} title={stateSentence(row)}>
          {stateNames[row.state]}
        </span>
      ),
      text: (row) => stateNames[row.state],
    },
    {
      id: "last_sent_at",
      header: t`Last Sent`,
      card: "main",
      hint: t`On your clock: when a message was last delivered. A dash: none yet`,
      cell: (row) => when(row.last_sent_at),
      text: (row) => row.last_sent_at ?? "",
    },
    {
      id: "last_failed_at",
      header: t`Last Failure`,
      card: "detail",
      hint: t`On your clock: when a message last failed. A dash: none did`,
      cell: (row) => when(row.last_failed_at),
      text: (row) => row.last_failed_at ?? "",
    },
    {
      id: "address",
      header: t`Address`,
      card: "detail",
      hint: t`For Slack and Teams only the host or the channel: anyone who knows the address can post there`,
      cell: (row) => <code className={`${classes.mono} ${classes.names}`}>{row.address}</code>,
      text: (row) => row.address,
    },
    {
      id: "kinds",
      header: t`Sends`,
      card: "detail",
      cell: (row) => kindsText(kindsOf(row.kinds)),
      text: (row) => kindsText(kindsOf(row.kinds)),
    },
    {
      id: "property_ids",
      header: t`Properties`,
      card: "detail",
      cell: (row) => <span className={classes.names}>{propertiesText(row.property_ids, names)}</span>,
      text: (row) => propertiesText(row.property_ids, names),
    },
    {
      id: "min_dollars_per_day",
      header: t`Leaks That Cost`,
      card: "detail",
      cell: (row) => leastCostText(row.min_dollars_per_day),
      text: (row) => leastCostText(row.min_dollars_per_day),
    },
    {
      id: "created_by",
      header: t`Added by`,
      card: "detail",
      cell: (row) => <span className={classes.names}>{row.created_by}</span>,
      text: (row) => row.created_by,
    },
    {
      id: "open",
      header: t`Open`,
      width: 80,
      card: "none",
      cell: (row) => (
        <RowAction name={t`Open ${row.name}`} onClick={() => view.open("webhook", row.id)}>{t`Open`}</RowAction>
      ),
      text: () => "",
    },
  ];
}
