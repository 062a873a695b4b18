import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import entryClasses from "../../../../app/form/entry.module.css";
import { toast } from "../../../../app/toast.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { rowDialog } from "../../list/row-dialog.tsx";
import { kindsText, leastCostText, propertiesText } from "../sending/what-is-sent.ts";
import settingsClasses from "../settings.module.css";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps, SettingsView } from "../view/use-settings.ts";
import { TestWebhook } from "./TestWebhook.tsx";
import { useWebhook } from "./use-webhook.ts";
import { kindsOf, stateSentence, typeNames, when } from "./webhook-text.ts";
import classes from "./webhooks.module.css";

/** A webhook with its state, and what can be done with it. */
export default rowDialog(useWebhook, WebhookDialog);

function WebhookDialog({ view, row, opened, onClose }: SettingsDialogProps & { row: WebhookRow }): ReactNode {
  const { id } = view.organization;
  const to = (dialog: Parameters<typeof view.open>[0]) => () => view.open(dialog, row.id);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={row.name}
      footer={
        <>
          <div className={entryClasses.aside}>
            <Button variant="subtle" className={entryClasses.dangerous} onClick={to("delete-webhook")}>
              <Trans>Delete</Trans>
            </Button>
          </div>
          <Button variant="default" data-autofocus onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.whole}>
        <p className={settingsClasses.state} data-state={row.state}>
          {stateSentence(row)}
        </p>
        <Facts view={view} webhook={row} />
        <TestWebhook id={id} webhookId={row.id}>
          <Button variant="default" onClick={to("edit-webhook")}>
            <Trans>Edit</Trans>
          </Button>
          {row.type === "webhook" && (
            <Button variant="default" onClick={to("rotate-webhook")}>
              <Trans>New secret</Trans>
            </Button>
          )}
          <OnOff id={id} webhook={row} />
        </TestWebhook>
      </div>
    </Dialog>
  );
}

function Facts({ view, webhook }: { view: SettingsView; webhook: WebhookRow }): ReactNode {
  const properties = useQuery(settingsQueries(view.organization.id, view.search).properties);
  const names = properties.data && new Map(properties.data.map(({ id, name }) => [id, name]));
  const { type, address, kinds, property_ids, min_dollars_per_day, previous_secret_until } = webhook;
  return (
    <dl className={entryClasses.facts}>
      <dt>{typeNames[type]}</dt>
      <dd className={settingsClasses.mono}>{address}</dd>
      <dt>{t`Sends`}</dt>
      <dd>{kindsText(kindsOf(kinds))}</dd>
      <dt>{t`Properties`}</dt>
      <dd>{propertiesText(property_ids, names)}</dd>
      <dt>{t`Leaks that cost`}</dt>
      <dd>{leastCostText(min_dollars_per_day)}</dd>
      <dt>{t`Last sent`}</dt>
      <dd>{when(webhook.last_sent_at)}</dd>
      <dt>{t`Last failure`}</dt>
      <dd>
        {when(webhook.last_failed_at)}
        {webhook.last_failed_at !== null && (
          <>
            {" "}
            <Link to="/admin/settings" search={{ ...view.search, tab: "deliveries", dialog: undefined, of: undefined }}>
              <Trans>Why it failed, in Deliveries</Trans>
            </Link>
          </>
        )}
      </dd>
      {previous_secret_until !== null && (
        <>
          <dt>{t`Secret`}</dt>
          <dd>{t`The previous secret also works until ${when(previous_secret_until)}`}</dd>
        </>
      )}
      <dt>{t`Added`}</dt>
      <dd>{t`${when(webhook.created_at)} by ${webhook.created_by}`}</dd>
    </dl>
  );
}

/** Switches it off, or on again. */
function OnOff({ id, webhook }: { id: number; webhook: WebhookRow }): ReactNode {
  const client = useQueryClient();
  const { name } = webhook;
  const isOn = webhook.disabled_at === null;
  const params = { id, webhook_id: webhook.id };
  const change = useMutation({
    mutationFn: () =>
      isOn
        ? call("POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/disable", { params })
        : call("POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/enable", { params }),
    onSuccess: () =>
      toast(
        isOn
          ? { title: t`Switched off`, message: t`Nothing is sent to ${name} until it is on again.` }
          : { title: t`Switched on`, message: t`${name} receives new events now.` },
      ),
    onError: (error) => toast({ title: t`Not changed`, message: sentenceOf(error), destructive: true }),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <Button variant="default" loading={change.isPending} onClick={() => !change.isPending && change.mutate()}>
      {isOn ? t`Switch off` : t`Switch on`}
    </Button>
  );
}
