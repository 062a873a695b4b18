import { t } from "@lingui/core/macro";
import { PasswordInput, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { RadioCards } from "../../../notifications/RadioCards.tsx";
import { rowOrNewDialog } from "../../list/row-dialog.tsx";
import classes from "../sending/sending.module.css";
import { WhatIsSent } from "../sending/WhatIsSent.tsx";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import { useWebhook } from "./use-webhook.ts";
import { changesIn, formOf, newWebhookIn, typeIn, types, webhookFieldOf, webhookRules } from "./webhook-form.ts";
import { typeHints, typeNames } from "./webhook-text.ts";

const path = "/v1/admin/organizations/{id}/webhooks" as const;
type Made = CallAnswer<`POST ${typeof path}`>;

/** Adds a webhook, and shows its secret this once; or changes the one that it is about. */
export default rowOrNewDialog(useWebhook, EditWebhook);

function EditWebhook(props: SettingsDialogProps & { row?: WebhookRow }): ReactNode {
  const { view, row: webhook, opened, onClose, onDone } = props;
  const { id } = view.organization;
  const [made, setMade] = useState<Made>();
  const entry = useEntry({
    name: `webhook ${webhook?.id ?? "new"} of ${id}`,
    initial: formOf(webhook),
    rules: webhookRules(webhook === undefined),
    fieldOf: webhookFieldOf,
    write: async (values, begun): Promise<Made | null> => {
      if (webhook === undefined) return call(`POST ${path}`, { params: { id }, body: newWebhookIn(values) });
      const params = { id, webhook_id: webhook.id };
      await call(`PATCH ${path}/{webhook_id}`, { params, body: changesIn(values, begun) });
      return null;
    },
    onDone: (added, { name }) => {
      if (added !== null) return setMade(added);
      onDone();
      toast({ title: t`Webhook saved`, message: t`${name} is saved.` });
    },
  });
  if (made !== undefined) {
    return <SecretDialog opened={opened} onDone={onDone} organizationId={id} webhook={made} isNew />;
  }
  const { form } = entry;
  const isNew = webhook === undefined;
  const type = typeIn(form.values);
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={isNew ? t`Add a webhook` : t`Edit ${webhook.name}`}
      size="large"
      entry={entry}
      save={isNew ? t`Add the webhook` : t`Save`}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          {isNew && (
            <section className={classes.part} aria-label={t`Where to`}>
              <h3>{t`Where to`}</h3>
              <RadioCards
                legend={t`Where to`}
                options={types.map((value) => ({ value, label: typeNames[value], hint: typeHints[value] }))}
                chosen={type}
                onChoose={(chosen) => form.setFieldValue("type", chosen)}
              />
            </section>
          )}
          <TextInput
            label={t`Name`}
            description={form.errors.name ? undefined : t`Such as Tickets, or Maintenance channel`}
            inputWrapperOrder={["label", "input", "description", "error"]}
            data-autofocus
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps("name")}
          />
          {type === "slack_bot" ? (
            <>
              <PasswordInput
                label={t`Token of the bot`}
                description={form.errors.token ? undefined : isNew ? t`Begins with xoxb-` : stays}
                inputWrapperOrder={["label", "input", "description", "error"]}
                autoComplete="off"
                {...form.getInputProps("token")}
              />
              <TextInput
                label={t`Channel`}
                description={
                  form.errors.channel ? undefined : t`Its id, such as C0123456789, or its name, such as #leaks`
                }
                inputWrapperOrder={["label", "input", "description", "error"]}
                autoComplete="off"
                {...form.getInputProps("channel")}
              />
            </>
          ) : (
            <TextInput
              label={t`Address`}
              description={form.errors.url ? undefined : isNew || type === "webhook" ? addressHints[type] : stays}
              inputWrapperOrder={["label", "input", "description", "error"]}
              type="url"
              autoComplete="off"
              {...form.getInputProps("url")}
            />
          )}
        </div>
        <div className={classes.column}>
          <WhatIsSent
            view={view}
            values={form.values}
            errors={form.errors}
            set={(field, value) => form.setFieldValue(field, value)}
            onLeave={(field) => form.validateField(field)}
            leastCost={form.getInputProps("least_cost")}
          />
        </div>
      </div>
    </EntryDialog>
  );
}

const stays = t`Left empty, it stays as it is`;

const addressHints = {
  webhook: t`Where your program takes requests; it begins with https://`,
  slack: t`In Slack: Apps, Incoming Webhooks, choose the channel, copy the address`,
  teams: t`In the channel's menu: Workflows, Post to a channel when a webhook request is received, copy the address`,
} as const;
