import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Delivery } from "../../../../../contract/notifications/notifications.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { channelNames } from "../../../../components/labels.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { StateChoice } from "../../data/view/StateChoice.tsx";
import { FramedList } from "../../list/FramedList.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import classes from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsView } from "../view/use-settings.ts";
import { aboutText, stateNames, timeHere, whenText } from "./delivery-text.ts";
import { useSendAgain } from "./use-send-again.ts";

/** The messages that went out, wait, or failed, each to be looked at as it was sent. */
export default function DeliveriesTab({ view }: { view: SettingsView }): ReactNode {
  const { search, organization } = view;
  const deliveries = useQuery(settingsQueries(organization.id, search).deliveries);
  const again = useSendAgain(organization.id, (error) =>
    toast({ title: t`Not sent again`, message: sentenceOf(error), destructive: true }),
  );
  return (
    <FramedList
      title={t`Deliveries`}
      subtitle={t`Messages to people and channels, the newest first`}
      columns={columnsOf((message) => !again.isPending && again.mutate(message))}
      list={deliveries}
      state={view.list}
      what={t`The messages`}
      layoutName="deliveries"
      hiddenAtFirst={["attempts", "created_at"]}
      onOpenRow={({ id }) => view.open("delivery", id)}
      empty={
        search.state === undefined
          ? {
              sentence: t`Mails about leaks and devices are listed here, with what became of them.`,
              action: (
                <Button variant="default" renderRoot={(props) => <Link to="/notifications" {...props} />}>
                  <Trans>My notifications</Trans>
                </Button>
              ),
            }
          : {
              sentence: t`No message is in this state.`,
              action: (
                <Button variant="default" onClick={() => view.setState(undefined)}>
                  <Trans>All messages</Trans>
                </Button>
              ),
            }
      }
      tools={
        <StateChoice
          label={t`Which messages`}
          value={search.state}
          none={t`All messages`}
          states={stateNames}
          onChange={view.setState}
        />
      }
    />
  );
}

function columnsOf(sendAgain: (id: string) => void): readonly TableColumn<Delivery>[] {
  return [
    {
      id: "subject",
      header: t`Message`,
      card: "title",
      pinned: true,
      cell: (row) => <b className={classes.names}>{aboutText(row)}</b>,
      text: aboutText,
    },
    {
      id: "recipient",
      header: t`To`,
      card: "under",
      cell: (row) => <span className={classes.names}>{row.recipient}</span>,
      text: (row) => row.recipient,
    },
    {
      id: "channel",
      header: t`By`,
      width: 110,
      cell: (row) => channelNames[row.channel],
      text: (row) => channelNames[row.channel],
    },
    {
      id: "state",
      header: t`State`,
      card: "main",
      width: 110,
      cell: (row) => (
        <span className={classes.state} data-state={row.state}>
          {stateNames[row.state]}
        </span>
      ),
      text: (row) => stateNames[row.state],
    },
    {
      id: "when",
      header: t`When`,
      card: "main",
      hint: t`On your clock: when it was sent, or is due`,
      cell: whenText,
      text: whenText,
    },
    {
      id: "reason",
      header: t`Why not`,
      card: "detail",
      hint: t`Why the last attempt failed, or why nothing was sent`,
      cell: (row) => <span className={classes.names}>{row.reason}</span>,
      text: (row) => row.reason ?? "",
    },
    {
      id: "attempts",
      header: t`Attempts`,
      align: "right",
      cell: (row) => String(row.attempts),
      text: (row) => String(row.attempts),
    },
    { id: "created_at", header: t`Made`, cell: (row) => timeHere(row.created_at), text: (row) => row.created_at },
    {
      id: "again",
      header: t`Send again`,
      width: 110,
      card: "action",
      cell: (row) =>
        row.state === "failed" ? (
          <RowAction
            name={t`Send again: ${aboutText(row)} to ${row.recipient}`}
            onClick={() => sendAgain(row.id)}
          >{t`Send again`}</RowAction>
        ) : (
          ""
        ),
      text: () => "",
    },
  ];
}
