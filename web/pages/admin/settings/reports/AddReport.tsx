import { t } from "@lingui/core/macro";
import { Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reportKinds } from "../../../../../contract/notifications/report-kinds.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { ScheduleFields } from "../../../../app/report/send/ScheduleFields.tsx";
import { type ScheduleForm, scheduleRules, wantedOf } from "../../../../app/report/send/schedule-form.ts";
import { toast } from "../../../../app/toast.ts";
import { language } from "../../../../language/language.ts";
import { measure } from "../../../../language/measure.ts";
import { CheckList } from "../../users/form/CheckList.tsx";
import { idsIn, listed } from "../keys/key-form.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

interface Form extends ScheduleForm {
  /** As typed or pasted, with anything between them. */
  addresses: string;
  property_ids: string;
}

/** Sends a report to people and addresses. */
export default function AddReport({ view, opened, onClose, onDone }: SettingsDialogProps): ReactNode {
  const { id, name } = view.organization;
  const properties = useQuery(settingsQueries(id, view.search).properties);
  const entry = useEntry<Form, unknown>({
    name: `report by mail of ${id}`,
    initial: {
      addresses: "",
      property_ids: "",
      kind: "portfolio workbook",
      repeat: "week",
      weekday: "MO",
      time: "07:00",
      days: "last_7_days",
    },
    rules: {
      ...scheduleRules,
      addresses: (typed) => {
        const wrong = addressesIn(typed).find((address) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address));
        if (wrong !== undefined) return t`${wrong} is not an e-mail address.`;
        return addressesIn(typed).length === 0 ? t`Give at least one e-mail address.` : null;
      },
    },
    write: (typed) =>
      call("POST /v1/admin/organizations/{id}/report-subscriptions", {
        params: { id },
        body: {
          ...wantedOf(typed, { days: "yesterday" }),
          property_ids: typed.property_ids === "" ? null : idsIn(typed.property_ids),
          user_ids: [],
          addresses: addressesIn(typed.addresses),
          language,
          measure,
        },
      }),
    onDone: () => {
      onDone();
      toast({ title: t`The report will be sent`, message: t`Deliveries shows each report that was sent.` });
    },
    fieldOf: { rule: "time", user_ids: "addresses" },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Send a report of ${name}`}
      entry={entry}
      save={t`Schedule the report`}
    >
      <Textarea
        data-autofocus
        label={t`Recipients`}
        description={t`E-mail addresses, separated by commas or on separate lines. Members of the organization get the properties they can see, everyone else exactly the properties below.`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        {...form.getInputProps("addresses")}
      />
      <ScheduleFields form={form} kinds={reportKinds} />
      <CheckList
        label={t`Properties`}
        choices={(properties.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
        chosen={idsIn(form.values.property_ids)}
        onChange={(chosen) => {
          form.setFieldValue("property_ids", listed(chosen));
          form.clearFieldError("property_ids");
        }}
        onLeave={() => {}}
        error={form.errors.property_ids ?? (properties.isError ? t`The properties could not be loaded.` : undefined)}
        hint={t`None selected: everything each recipient can see. All recipients need an account.`}
        isLoading={properties.isPending}
        emptyText={t`No properties found`}
      />
    </EntryDialog>
  );
}

/** Addresses in a text as people paste it: `Ann <ann@example.com>; bob@example.com`. */
function addressesIn(text: string): string[] {
  return text
    .split(/[,;\n]+/)
    .map((part) => (/<([^<>]+)>/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== "");
}
