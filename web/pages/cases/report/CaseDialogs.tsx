import { plural, t } from "@lingui/core/macro";
import { Select, Textarea, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { causeCodes, isContinuousUse, noLeakReasons, visitFindings } from "../../../../contract/leaks/case-choices.ts";
import type { CaseEventRequest, LeakCase } from "../../../../contract/leaks/cases.ts";
import { EntryDialog } from "../../../app/form/EntryDialog.tsx";
import classes from "../../../app/form/entry.module.css";
import { type Rules, useEntry } from "../../../app/form/use-entry.ts";
import { addDays } from "../../../app/report/search/calendar.ts";
import { choiceOf } from "../../../app/search-text.ts";
import { toast } from "../../../app/toast.ts";
import { useMe } from "../../../app/use-me.ts";
import { clockAtProperty, instantAtProperty, timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { caseTitle, causeNames, findingNames, reasonNames } from "./case-text.ts";
import { assigneesQuery, reportEvent } from "./cases-calls.ts";
import { type CaseDialog, dialogNames } from "./next-step.ts";

const NOBODY = "nobody";
/** How the fields of all dialogs begin. A dialog shows and sends those of its kind. */
const empty = {
  assignee: "",
  at: "",
  finding: "",
  cause_code: "",
  minutes: "",
  cost: "",
  work_order: "",
  reason: "",
  until: "",
  note: "",
};
type Values = typeof empty;
type Field = keyof Values;

const fieldsOf: Readonly<Record<CaseDialog, readonly Field[]>> = {
  assigned: ["assignee", "note"],
  visited: ["finding", "at", "note"],
  fixed: ["at", "cause_code", "minutes", "cost", "work_order", "note"],
  not_a_leak: ["reason", "note"],
  snoozed: ["until", "note"],
  note: ["note"],
};

const saves: Readonly<Record<CaseDialog, string>> = {
  assigned: t`Assign`,
  visited: t`Save the visit`,
  fixed: t`Save the fix`,
  not_a_leak: t`Not a leak`,
  snoozed: t`Snooze`,
  note: t`Save the note`,
};

const done: Readonly<Record<CaseDialog, { title: string; message: string }>> = {
  assigned: { title: t`Case assigned`, message: t`It is in the assignee's list of cases.` },
  visited: { title: t`Visit saved`, message: t`It is in the history of the case.` },
  fixed: { title: t`Fix saved`, message: t`It is verified once the meter shows no leak for a day.` },
  not_a_leak: { title: t`Marked as not a leak`, message: t`Undo it in the history of the case.` },
  snoozed: { title: t`Case snoozed`, message: t`It is back in the list on that day. Deadlines go on.` },
  note: { title: t`Note saved`, message: t`It is in the history of the case.` },
};

interface Props {
  row: LeakCase;
  /** Other cases that get the same report. */
  also: readonly LeakCase[];
  dialog: CaseDialog;
  opened: boolean;
  onClose(): void;
  onDone(): void;
}

/** The form of one thing that a person reports about a case. */
export default function CaseDialogs({ row, also, dialog, opened, onClose, onDone }: Props): ReactNode {
  const fields = fieldsOf[dialog];
  const me = useMe();
  const now = clockAtProperty(Date.now(), row.time_zone);
  // What is over was fixed at its end, if anybody fixed it.
  const at =
    dialog === "fixed" && row.over_at !== null ? clockAtProperty(row.ended_at ?? row.over_at, row.time_zone) : now;
  // Of several those that are reported already: a second try after a failure leaves them out.
  const sent = useRef(new Set<number>());
  const entry = useEntry<Values, unknown>({
    name: `${dialog} case ${row.id}`,
    initial: { ...empty, at, assignee: me.email, until: addDays(now.slice(0, 10), 7) },
    rules: rulesOf(dialog, row),
    write: async (values) => {
      for (const one of [row, ...also]) {
        if (sent.current.has(one.id)) continue;
        await reportEvent(one.id, requestOf(dialog, values, one.time_zone));
        sent.current.add(one.id);
      }
    },
    onDone: () => {
      onDone();
      toast(done[dialog]);
    },
  });
  const { getInputProps } = entry.form;
  /** A first field to type into has the focus as the dialog opens; a list would open over the others. */
  const form = {
    errors: entry.form.errors,
    getInputProps: (field: Field) => ({
      ...getInputProps(field),
      ...(fields[0] === field && (field === "at" || field === "note") ? { "data-autofocus": true } : {}),
    }),
  };
  const has = (field: Field) => fields.includes(field);
  const text = (field: Field, label: string, more: object = {}) =>
    has(field) && <TextInput label={label} {...more} {...form.getInputProps(field)} />;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={`${dialogNames[dialog]}: ${also.length === 0 ? caseTitle(row) : plural(also.length + 1, { one: "# case", other: "# cases" })}`}
      entry={entry}
      save={saves[dialog]}
    >
      {has("assignee") && <AssigneeField caseId={row.id} props={form.getInputProps("assignee")} />}
      {has("finding") && (
        <Choice label={t`What was found`} names={findingNames} props={form.getInputProps("finding")} />
      )}
      {text("at", t`Date and time`, {
        type: "datetime-local",
        min: clockAtProperty(row.started_at, row.time_zone),
        max: now,
        description: form.errors.at ? undefined : t`On the property's clock (${row.time_zone.replaceAll("_", " ")})`,
        inputWrapperOrder: ["label", "input", "description", "error"],
      })}
      {has("cause_code") && (
        <Choice label={t`What was broken`} names={causeNames} props={form.getInputProps("cause_code")} isOptional />
      )}
      {has("minutes") && (
        <div className={classes.pair}>
          {text("minutes", t`Minutes of work`, { inputMode: "numeric", placeholder: t`Optional` })}
          {text("cost", t`Cost of the repair`, { inputMode: "decimal", placeholder: t`Optional` })}
        </div>
      )}
      {text("until", t`Until`, {
        type: "date",
        description: form.errors.until ? undefined : t`It is back in the list on this day; deadlines go on`,
        inputWrapperOrder: ["label", "input", "description", "error"],
      })}
      {text("work_order", t`Work order`, { placeholder: t`Optional` })}
      {has("reason") && <Choice label={t`What is it?`} names={reasonNames} props={form.getInputProps("reason")} />}
      {has("reason") && isContinuousUse(entry.form.values.reason, row.attached_to) && (
        <p className={classes.soft}>{t`Its usual lowest flow will count as zero from now on.`}</p>
      )}
      <Textarea
        label={t`Note`}
        placeholder={dialog === "note" ? undefined : t`Optional`}
        rows={3}
        {...form.getInputProps("note")}
      />
    </EntryDialog>
  );
}

type FieldProps = ReturnType<ReturnType<typeof useEntry<Values, unknown>>["form"]["getInputProps"]>;

function Choice(props: {
  label: string;
  names: Readonly<Record<string, string>>;
  props: FieldProps;
  isOptional?: boolean;
}): ReactNode {
  return (
    <Select
      classNames={{ option: classes.option }}
      label={props.label}
      placeholder={props.isOptional ? t`Optional` : t`Choose`}
      data={Object.entries(props.names).map(([value, label]) => ({ value, label }))}
      allowDeselect={props.isOptional ?? false}
      comboboxProps={{ returnFocus: false }}
      {...props.props}
      value={props.props.value || null}
      onChange={(value) => props.props.onChange(value ?? "")}
    />
  );
}

function AssigneeField({ caseId, props }: { caseId: number; props: FieldProps }): ReactNode {
  const people = useQuery(assigneesQuery(caseId));
  const me = useMe();
  const known = people.data ?? [{ email: me.email, name: "" }];
  const name = (person: { email: string; name: string }) =>
    person.name === "" ? person.email : `${person.name} (${person.email})`;
  return (
    <Select
      classNames={{ option: classes.option }}
      label={t`Assigned to`}
      data={[
        ...known.map((person) => ({
          value: person.email,
          label: person.email === me.email ? t`Me: ${name(person)}` : name(person),
        })),
        { value: NOBODY, label: t`Unassigned` },
      ]}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`No one with this name can see this property`}
      comboboxProps={{ returnFocus: false }}
      {...props}
      value={props.value || null}
      onChange={(value) => props.onChange(value ?? "")}
    />
  );
}

function rulesOf(dialog: CaseDialog, row: LeakCase): Rules<Values> {
  const chosen = (value: string) => (value === "" ? t`Choose one.` : null);
  const number = (value: string, pattern: RegExp, message: string) =>
    value.trim() === "" || pattern.test(value.trim()) ? null : message;
  const all: Rules<Values> = {
    assignee: chosen,
    finding: chosen,
    reason: chosen,
    until: (value) => snoozeFault(value, row),
    at: (value) => timeFault(value, row) ?? (dialog === "fixed" ? overFault(value, row) : null),
    minutes: (value) => number(value, /^\d{1,5}$/, t`Give whole minutes, such as 25.`),
    cost: (value) => number(value, /^\d{1,7}([.,]\d{1,2})?$/, t`Give an amount such as 18.50.`),
    note: (value) => (dialog === "note" && value.trim() === "" ? t`Enter a note.` : null),
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => fieldsOf[dialog].some((one) => one === field)));
}

function snoozeFault(until: string, { time_zone }: LeakCase): string | null {
  const today = clockAtProperty(Date.now(), time_zone).slice(0, 10);
  const fits = /^\d{4}-\d{2}-\d{2}$/.test(until) && until > today && until <= addDays(today, 90);
  return fits ? null : t`Give a day after today and at most 90 days ahead.`;
}

function timeFault(value: string, { started_at, time_zone }: LeakCase): string | null {
  const at = instantAtProperty(value, time_zone);
  if (at === null) return t`Give a date and a time.`;
  if (Date.parse(at) > Date.now() + 60_000) return t`This time is in the future. Give when it happened.`;
  return at < new Date(started_at).toISOString() ? t`The leak began later. Give a time after that.` : null;
}

function overFault(value: string, { over_at, time_zone }: LeakCase): string | null {
  const at = instantAtProperty(value, time_zone);
  if (over_at === null || at === null || at <= new Date(over_at).toISOString()) return null;
  return t`The leak was over on ${timeAtProperty(over_at, time_zone)}. Give a time before that.`;
}

function requestOf(dialog: CaseDialog, values: Values, zone: string): CaseEventRequest {
  const note = values.note.trim();
  // What happens now is reported without a time: the server's clock may be a little behind.
  const at =
    values.at === clockAtProperty(Date.now(), zone) ? undefined : (instantAtProperty(values.at, zone) ?? undefined);
  switch (dialog) {
    case "assigned":
      return { kind: "assigned", assignee: values.assignee === NOBODY ? null : values.assignee, note };
    case "visited":
      return { kind: "visited", finding: choiceOf(values.finding, visitFindings) ?? "found", at, note };
    case "fixed":
      return {
        kind: "fixed",
        at,
        cause_code: choiceOf(values.cause_code, causeCodes),
        minutes: values.minutes.trim() === "" ? undefined : Number(values.minutes),
        cost: values.cost.trim() === "" ? undefined : Number(values.cost.replace(",", ".")),
        work_order: values.work_order.trim(),
        note,
      };
    case "not_a_leak":
      return { kind: "not_a_leak", reason: choiceOf(values.reason, noLeakReasons) ?? "other", note };
    case "snoozed":
      return { kind: "snoozed", until: values.until, note };
    case "note":
      return { kind: "note", note };
  }
}
