import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { OnCall } from "../../../../../contract/notifications/routes.ts";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { changedFields } from "../../../../app/form/newer-values.ts";
import { timeZoneChoices } from "../../../../app/form/time-zones.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { OneOfMany } from "../../../../components/filters/OneOfMany.tsx";
import { idsIn } from "../../../notifications/settings-form.ts";
import { hourAtProperty } from "../../../property/leak-detail/view/property-time.ts";
import { onCallQuery } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import { type OnCallField, onCallFieldOf, onCallForm, onCallNames, onCallRules, weeksIn } from "./on-call-form.ts";
import { PeopleInTurn } from "./PeopleInTurn.tsx";
import classes from "./routes.module.css";
import { usePeople } from "./use-people.ts";

const path = "/v1/admin/organizations/{id}/on-call" as const;
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sets who is on call, each person for a week. */
export default function OnCallDialog(props: SettingsDialogProps): ReactNode {
  const { data } = useQuery(onCallQuery(props.view.organization.id));
  return data === undefined ? null : <Form {...props} onCall={data} />;
}

function Form({ view, opened, onClose, onDone, onCall }: SettingsDialogProps & { onCall: OnCall }): ReactNode {
  const { id, name } = view.organization;
  const people = usePeople(view);
  const valuesOf = (now: OnCall) => onCallForm(now, hourAtProperty(Date.now(), own).date, own);
  const entry = useEdit<OnCallField, OnCall>({
    name: `on call in ${id}`,
    initial: valuesOf(onCall),
    names: onCallNames,
    textOf: (field, value) =>
      field === "people"
        ? idsIn(value)
            .map((one) => people.known.get(String(one)) ?? String(one))
            .join(", ")
        : value.replaceAll("_", " "),
    rules: onCallRules,
    fieldOf: onCallFieldOf,
    load: async () => valuesOf(await call(`GET ${path}`, { params: { id } })),
    write: async (values, begun) => {
      const now = await call(`GET ${path}`, { params: { id } });
      if (changedFields(begun, valuesOf(now)).length > 0) throw new ApiError(409, { code: "changed_meanwhile" });
      return call(`PUT ${path}`, {
        params: { id },
        body: { weeks: weeksIn(values), expected: { version: now.version } },
      });
    },
    onDone: (saved) => {
      onDone();
      const current = saved.people.find(({ user_id }) => user_id === saved.on_call?.user_id);
      toast({
        title: t`On-call week saved`,
        message: current === undefined ? t`Nobody is on call.` : t`${current.name || current.email} is on call now.`,
      });
    },
  });
  const { form } = entry;
  const { people: chosen, first_week_on, time_zone } = form.values;
  const zones = useMemo(
    () => timeZoneChoices(time_zone).flatMap(({ group, items }) => items.map((item) => ({ ...item, group }))),
    [time_zone],
  );
  return (
    <EntryDialog opened={opened} onClose={onClose} title={t`Who is on call in ${name}`} entry={entry} save={t`Save`}>
      <p className={entryClasses.soft}>
        {t`Each person is on call for a week, in this order. After the last, it starts over.`}
      </p>
      <PeopleInTurn
        chosen={idsIn(chosen)}
        people={people}
        firstWeekOn={first_week_on}
        onChange={(ids) => form.setFieldValue("people", ids.join(","))}
        error={form.errors.people}
      />
      {chosen !== "" && (
        <div className={classes.triple}>
          <TextInput type="date" label={onCallNames.first_week_on} {...form.getInputProps("first_week_on")} />
          <TextInput type="time" label={onCallNames.starts_at} {...form.getInputProps("starts_at")} />
          <OneOfMany
            label={onCallNames.time_zone}
            options={zones}
            value={time_zone}
            onChange={(zone) => form.setFieldValue("time_zone", zone)}
            none={t`No such time zone`}
            error={form.errors.time_zone}
          />
        </div>
      )}
    </EntryDialog>
  );
}
