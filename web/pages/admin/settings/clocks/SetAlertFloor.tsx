import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { clocksQuery } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

/** Sets from which cost a day a leak raises an alert in an organization. */
export default function SetAlertFloor(props: SettingsDialogProps): ReactNode {
  const { data } = useQuery(clocksQuery(props.view.organization.id));
  return data === undefined ? null : <Form {...props} floor={data.alert_floor} />;
}

function Form({ view, opened, onClose, onDone, floor }: SettingsDialogProps & { floor: number }): ReactNode {
  const { id, name } = view.organization;
  const entry = useEdit<"alert_floor", unknown>({
    name: `alert floor of organization ${id}`,
    initial: { alert_floor: String(floor) },
    names: { alert_floor: t`Cost a day` },
    rules: { alert_floor: floorError },
    load: async () => {
      const { alert_floor } = await call("GET /v1/case-clocks", { query: { organization_id: id } });
      return { alert_floor: String(alert_floor) };
    },
    write: ({ alert_floor }, begun) =>
      call("PUT /v1/case-clocks", {
        body: {
          organization_id: id,
          alert_floor: amountOf(alert_floor),
          expected: { alert_floor: amountOf(begun.alert_floor) },
        },
      }),
    onDone: () => {
      onDone();
      toast({ title: t`Saved`, message: t`Alerts that are open stay open. Others follow within a minute.` });
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Alerts about leaks of ${name}`}
      size="small"
      entry={entry}
      save={t`Save`}
    >
      <TextInput
        label={t`Cost a day from which a leak raises an alert`}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
        description={entry.form.errors.alert_floor ? undefined : t`0: every leak raises an alert`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...entry.form.getInputProps("alert_floor")}
      />
    </EntryDialog>
  );
}

const amountOf = (text: string) => Number(text.trim().replace(",", "."));

function floorError(text: string): string | null {
  const isAmount = /^\d{1,5}([.,]\d{1,2})?$/.test(text.trim()) && amountOf(text) <= 10_000;
  return isAmount ? null : t`Enter an amount from 0 to 10,000, such as 1.50.`;
}
