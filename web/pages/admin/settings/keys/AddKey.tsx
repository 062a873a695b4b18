import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { CopyBlock } from "../../../../app/form/CopyBlock.tsx";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { useMe } from "../../../../app/use-me.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { CheckList } from "../../users/form/CheckList.tsx";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import { endOfDay, idsIn, keyRules, listed, newKeyForm, permissionChoices, permissionsIn } from "./key-form.ts";

type Made = CallAnswer<"POST /v1/admin/organizations/{id}/api-keys">;

/** Makes a key for a program, and shows it this once. */
export default function AddKey({ view, opened, onClose, onDone }: SettingsDialogProps): ReactNode {
  const { id, name } = view.organization;
  const me = useMe();
  const [made, setMade] = useState<Made>();
  const properties = useQuery(settingsQueries(id, view.search).properties);
  const entry = useEntry({
    name: `api key of ${id}`,
    initial: newKeyForm(me.permissions),
    rules: keyRules,
    write: (typed) =>
      call("POST /v1/admin/organizations/{id}/api-keys", {
        params: { id },
        body: {
          name: typed.name.trim(),
          permissions: permissionsIn(typed.permissions),
          property_ids: typed.property_ids === "" ? null : idsIn(typed.property_ids),
          expires_at: typed.expires_at === "" ? null : endOfDay(typed.expires_at),
        },
      }),
    onDone: setMade,
  });
  if (made !== undefined) {
    return (
      <Dialog
        opened={opened}
        onClose={onDone}
        title={t`Key of ${made.name}`}
        footer={
          <Button onClick={onDone}>
            <Trans>I have stored it</Trans>
          </Button>
        }
      >
        <KeyMade made={made} />
      </Dialog>
    );
  }
  const { form } = entry;
  const { values } = form;
  return (
    <EntryDialog opened={opened} onClose={onClose} title={t`Make an API key`} entry={entry} save={t`Make the key`}>
      <p className={classes.soft}>
        <Trans>
          With it a program reads reports of {name} and changes nothing. It works only as long as you could make it
          again: should you lose a permission or leave, it stops.
        </Trans>
      </p>
      <TextInput
        data-autofocus
        label={t`Name`}
        description={t`What it is for, such as Billing`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <CheckList
        label={t`Permissions`}
        choices={permissionChoices(me.permissions)}
        chosen={permissionsIn(values.permissions)}
        onChange={(chosen) => form.setFieldValue("permissions", listed(chosen))}
        onLeave={() => form.validateField("permissions")}
        error={form.errors.permissions}
        emptyText={t`No permissions`}
      />
      <CheckList
        label={t`Properties`}
        choices={(properties.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
        chosen={idsIn(values.property_ids)}
        onChange={(chosen) => form.setFieldValue("property_ids", listed(chosen))}
        onLeave={() => {}}
        error={
          form.errors.property_ids ??
          (properties.isError ? t`The properties could not be loaded. The key would be for all of them.` : undefined)
        }
        hint={t`None ticked: all of the organization, also those to come`}
        isLoading={properties.isPending}
        emptyText={t`No properties found`}
      />
      <TextInput
        label={t`Last day`}
        description={t`Optional; without one it never expires`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        type="date"
        {...form.getInputProps("expires_at")}
      />
    </EntryDialog>
  );
}

/** A key that was just made, and a first call with it. */
function KeyMade({ made }: { made: Made }): ReactNode {
  const report = made.permissions.includes("reporting.view_property_data_report")
    ? "/v1/reporting/overview?days_ago=7"
    : "/v1/reporting/portfolio-insights/overview?days_ago=7";
  return (
    <div className={classes.form}>
      <p>
        <Trans>
          <b>Copy it now: it is not shown again.</b> Keep it where the program keeps its passwords.
        </Trans>
      </p>
      <CopyBlock text={made.key} label="key" />
      <p className={classes.soft}>
        <Trans>The program sends it with every call:</Trans>
      </p>
      <CopyBlock
        text={`curl -H "Authorization: Bearer ${made.key}" "${window.location.origin}${report}"`}
        label="command"
      />
      <p className={classes.soft}>
        <Trans>
          What there is to read stands at <a href="/api-docs">/api-docs</a>.
        </Trans>
      </p>
    </div>
  );
}
