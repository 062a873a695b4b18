import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { OnCall } from "../../../../../contract/notifications/routes.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { dayOf } from "../../../../app/search-text.ts";
import { toast } from "../../../../app/toast.ts";
import { OneOfMany } from "../../../../components/filters/OneOfMany.tsx";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import { personChoice } from "./route-text.ts";
import classes from "./routes.module.css";
import { usePeople } from "./use-people.ts";

/** Puts somebody on call on some days in place of whose week it is. */
export default function OverrideDialog({ view, opened, onClose, onDone }: SettingsDialogProps): ReactNode {
  const { id, name } = view.organization;
  const people = usePeople(view);
  const entry = useEntry<Record<"user_id" | "first_on" | "last_on", string>, OnCall>({
    name: `override of who is on call in ${id}`,
    initial: { user_id: "", first_on: "", last_on: "" },
    rules: {
      user_id: (chosen) => (chosen === "" ? t`Choose a person.` : null),
      first_on: (day) => (dayOf(day) === undefined ? t`Choose a day.` : null),
      last_on: (day, { first_on }) => {
        if (dayOf(day) === undefined) return t`Choose a day.`;
        return day < first_on ? t`The last day is before the first.` : null;
      },
    },
    write: ({ user_id, ...days }) =>
      call("POST /v1/admin/organizations/{id}/on-call/overrides", {
        params: { id },
        body: { user_id: Number(user_id), ...days },
      }),
    onDone: () => {
      onDone();
      toast({ title: t`Override added`, message: t`Routes notify the person on call on those days.` });
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Override who is on call in ${name}`}
      entry={entry}
      save={t`Add`}
    >
      <p className={entryClasses.soft}>
        {t`On these days the person is on call in place of whose week it is: from midnight of the first until midnight after the last.`}
      </p>
      <OneOfMany
        label={t`Person`}
        placeholder={t`Choose a person`}
        options={people.candidates.map((one) => ({ value: String(one.user_id), label: personChoice(one) }))}
        value={form.values.user_id || null}
        onChange={(value) => {
          form.setFieldValue("user_id", value);
          form.clearFieldError("user_id");
        }}
        none={t`No one who can see leaks`}
        error={form.errors.user_id}
      />
      <div className={classes.triple}>
        <TextInput type="date" label={t`First day`} {...form.getInputProps("first_on")} />
        <TextInput type="date" label={t`Last day`} {...form.getInputProps("last_on")} />
      </div>
    </EntryDialog>
  );
}
