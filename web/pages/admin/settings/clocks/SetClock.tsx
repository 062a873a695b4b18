import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CaseClock, CaseClocks } from "../../../../../contract/leaks/case-clocks.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { choiceOf } from "../../../../app/search-text.ts";
import { toast } from "../../../../app/toast.ts";
import { clockNames, clockSources } from "../../../cases/report/clock-text.ts";
import { clocksQuery } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

/** Of a property: the clock of its organization. */
const USUAL = "usual";
type Field = "rule" | "acknowledge_days" | "fix_days";
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
  const propertyId = property?.property_id;
  const entry = useEdit<Field, unknown>({
    name: `case clock of ${property === undefined ? `organization ${id}` : `property ${property.property_id}`}`,
    initial: formOf(property === undefined ? clocks.clock : property.clock),
    names: { rule: t`Rule`, acknowledge_days: t`Days to acknowledge`, fix_days: t`Days to fix` },
    textOf: (field, value) => (field === "rule" ? ruleName(value) : value),
    load: async () => {
      const now = await call("GET /v1/case-clocks", { query: { organization_id: id } });
      if (propertyId === undefined) return formOf(now.clock);
      const own = now.properties.find(({ property_id }) => property_id === propertyId);
      return own && formOf(own.clock);
    },
    rules: {
      acknowledge_days: (days, { rule }) => (rule === "house" ? daysError(days) : null),
      fix_days: (days, { rule }) => (rule === "house" || rule === "lease" ? daysError(days) : null),
    },
    write: (values, begun) =>
      call("PUT /v1/case-clocks", {
        body: {
          organization_id: id,
          property_id: propertyId,
          clock: clockOf(values),
          expected: { clock: clockOf(begun) },
        },
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
        data={[...(property === undefined ? [] : [USUAL]), ...rules].map((value) => ({
          value,
          label: ruleName(value),
        }))}
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

function formOf(known: CaseClock | null): Record<Field, string> {
  return {
    rule: known?.rule ?? USUAL,
    acknowledge_days: known?.rule === "house" ? String(known.acknowledge_days) : "1",
    fix_days: known?.rule === "house" || known?.rule === "lease" ? String(known.fix_days) : "7",
  };
}

function ruleName(rule: string): string {
  const chosen = choiceOf(rule, rules);
  return chosen === undefined ? t`As for all properties` : clockNames[chosen];
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
