import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CaseClock, CaseClocks } from "../../../../../contract/leaks/case-clocks.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { choiceOf } from "../../../../app/search-text.ts";
import { toast } from "../../../../app/toast.ts";
import { clockNames, clockSources } from "../../../cases/report/clock-text.ts";
import { clocksQuery } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

/** Of a property: the clock of its organization. */
const USUAL = "usual";
const rules = ["none", "house", "lease", "california"] as const;

/** Sets the deadlines of an organization's leak cases, or of one property's. */
export default function SetClock(props: SettingsDialogProps): ReactNode {
  const { data } = useQuery(clocksQuery(props.view.organization.id));
  const property = data?.properties.find(({ property_id }) => String(property_id) === props.of);
  if (data === undefined || (props.of !== "" && property === undefined)) return null;
  return <Form {...props} clocks={data} property={property} />;
}

interface FormProps extends SettingsDialogProps {
  clocks: CaseClocks;
  /** undefined: for the organization. */
  property: CaseClocks["properties"][number] | undefined;
}

function Form({ view, opened, onClose, onDone, clocks, property }: FormProps): ReactNode {
  const client = useQueryClient();
  const { id, name } = view.organization;
  const known = property === undefined ? clocks.clock : property.clock;
  const entry = useEntry<{ rule: string; acknowledge_days: string; fix_days: string }, unknown>({
    name: `case clock of ${property === undefined ? `organization ${id}` : `property ${property.property_id}`}`,
    initial: {
      rule: known?.rule ?? USUAL,
      acknowledge_days: known?.rule === "house" ? String(known.acknowledge_days) : "1",
      fix_days: known?.rule === "house" || known?.rule === "lease" ? String(known.fix_days) : "7",
    },
    rules: {
      acknowledge_days: (days, { rule }) => (rule === "house" ? daysError(days) : null),
      fix_days: (days, { rule }) => (rule === "house" || rule === "lease" ? daysError(days) : null),
    },
    write: (values) =>
      call("PUT /v1/case-clocks", {
        body: { organization_id: id, property_id: property?.property_id, clock: clockOf(values) },
      }),
    onDone: () => {
      onDone();
      void client.invalidateQueries();
      toast({ title: t`Deadlines saved`, message: t`Leak cases have them from now on.` });
    },
    fieldOf: { "clock.acknowledge_days": "acknowledge_days", "clock.fix_days": "fix_days" },
  });
  const { form } = entry;
  const rule = choiceOf(form.values.rule, rules);
  const days = (field: "acknowledge_days" | "fix_days", label: string) => (
    <TextInput label={label} inputMode="numeric" autoComplete="off" {...form.getInputProps(field)} />
  );
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={property === undefined ? t`Deadlines of ${name}` : t`Deadlines of ${property.property_name}`}
      size="small"
      entry={entry}
      save={t`Save the deadlines`}
    >
      <Select
        classNames={{ option: entryClasses.option }}
        label={t`Rule`}
        data={[
          ...(property === undefined ? [] : [{ value: USUAL, label: t`As for all properties` }]),
          ...rules.map((value) => ({ value, label: clockNames[value] })),
        ]}
        allowDeselect={false}
        comboboxProps={{ returnFocus: false }}
        {...form.getInputProps("rule")}
        onChange={(value) => form.setFieldValue("rule", value ?? USUAL)}
      />
      {rule === "house" && days("acknowledge_days", t`Days to acknowledge`)}
      {(rule === "house" || rule === "lease") && days("fix_days", t`Days to fix`)}
      {rule !== undefined && <p className={entryClasses.soft}>{clockSources[rule]}</p>}
    </EntryDialog>
  );
}

function daysError(text: string): string | null {
  const days = Number(text);
  return Number.isInteger(days) && days >= 1 && days <= 365 ? null : t`Enter whole days, from 1 to 365.`;
}

function clockOf({ rule, acknowledge_days, fix_days }: Record<string, string>): CaseClock | null {
  const chosen = choiceOf(rule, rules);
  if (chosen === undefined) return null;
  if (chosen === "house") {
    return { rule: chosen, acknowledge_days: Number(acknowledge_days), fix_days: Number(fix_days) };
  }
  return chosen === "lease" ? { rule: chosen, fix_days: Number(fix_days) } : { rule: chosen };
}
