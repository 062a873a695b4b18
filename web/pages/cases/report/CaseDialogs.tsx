import { plural, t } from "@lingui/core/macro";
import { Select, Textarea, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { isContinuousUse, MAX_NOTE, noLeakReasons, visitFindings } from "../../../../contract/leaks/case-choices.ts";
import type { LeakCase, SentCaseEvent, WholeCase } from "../../../../contract/leaks/cases.ts";
import { ApiError } from "../../../app/api-error.ts";
import { EntryDialog } from "../../../app/form/EntryDialog.tsx";
import classes from "../../../app/form/entry.module.css";
import { type Entry, type Rules, useEntry } from "../../../app/form/use-entry.ts";
import { addDays } from "../../../app/report/search/calendar.ts";
import { choiceOf } from "../../../app/search-text.ts";
import { toast } from "../../../app/toast.ts";
import { useMe } from "../../../app/use-me.ts";
import { language } from "../../../language/language.ts";
import { clockAtProperty, instantAtProperty, timeAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { caseTitle, causeNames, findingNames, reasonNames } from "./case-text.ts";
import { assigneesQuery, assignVendor, forgetCases, type SendReport, sendNow } from "./cases-calls.ts";
import { type CaseDialog, dialogNames } from "./next-step.ts";
import { identityOf, PhotoField } from "./PhotoField.tsx";
import { costFault, fixOf, minutesFault, snoozeFault, timeFault } from "./report-rules.ts";
import { smallerPhotos } from "./smaller-photo.ts";
import { useKeyOf } from "./use-key-of.ts";
import { type VendorLink, VendorLinkMade } from "./VendorLinkMade.tsx";
import { areDays, isAddress, languageChoices } from "./vendor-rules.ts";

const NOBODY = "nobody";
/** Somebody without an account, who gets a link. */
const VENDOR = "vendor";
/** How the fields of all dialogs begin. A dialog shows and sends those of its kind. */
const empty = {
  assignee: "",
  vendor_name: "",
  vendor_email: "",
  days: "7",
  language,
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
  assigned: ["assignee", "vendor_name", "vendor_email", "language", "days", "note"],
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
  row: LeakCase | WholeCase;
  /** Other cases that get the same report. */
  also: readonly LeakCase[];
  dialog: CaseDialog;
  opened: boolean;
  /** Stores what is reported about a case. */
  send: SendReport;
  onClose(): void;
  onDone(): void;
}

/** The form of one thing that a person reports about a case. */
export default function CaseDialogs({ row, also, dialog, opened, send, onClose, onDone }: Props): ReactNode {
  const fields = fieldsOf[dialog];
  const me = useMe();
  const [openedAt] = useState(() => Date.now());
  const now = clockAtProperty(openedAt, row.time_zone);
  // What is over was fixed at its end, if anybody fixed it.
  const at =
    dialog === "fixed" && row.over_at !== null ? clockAtProperty(row.ended_at ?? row.over_at, row.time_zone) : now;
  // Of several those that are reported already: a second try after a failure leaves them out.
  const sent = useRef(new Set<number>());
  const keyOf = useKeyOf();
  const client = useQueryClient();
  const [photos, setPhotos] = useState<readonly File[]>([]);
  // What the person had seen of the case as the dialog opened, and again once a report of somebody else was shown to them.
  const lastSeen = useRef<number>(undefined);
  if (lastSeen.current === undefined && "events" in row)
    lastSeen.current = Math.max(0, ...row.events.map(({ id }) => id));
  const takesPhotos = also.length === 0 && dialog !== "assigned" && dialog !== "snoozed";
  const [made, setMade] = useState<VendorLink>();
  const entry = useEntry<Values, VendorLink | undefined>({
    name: `${dialog} case ${row.id}`,
    initial: { ...empty, at, assignee: me.email, until: addDays(now.slice(0, 10), 7) },
    rules: rulesOf(dialog, row, photos.length > 0),
    fieldOf: { name: "vendor_name", email: "vendor_email" },
    write: async (values) => {
      if (dialog === "assigned" && values.assignee === VENDOR) {
        const email = values.vendor_email.trim();
        const [name, note] = [values.vendor_name.trim(), values.note.trim()];
        const vendor = {
          name,
          email,
          language: values.language,
          days: Number(values.days),
          note,
        };
        const { vendor_link: link } = await assignVendor(row.id, vendor, keyOf(row.id, vendor));
        return { email, link };
      }
      const smaller = await smallerPhotos(photos);
      for (const one of [row, ...also]) {
        if (sent.current.has(one.id)) continue;
        const event = requestOf(dialog, values, one, { openedAt, lastSeen: lastSeen.current });
        const key = keyOf(one.id, event, photos.map(identityOf));
        await send(one, { event, photos: smaller, key }).catch(async (error: unknown) => {
          if (error instanceof ApiError && error.status === 409) {
            // Their report is then shown behind the dialog: sending again is meant.
            await forgetCases(client);
            lastSeen.current = undefined;
          }
          throw error;
        });
        sent.current.add(one.id);
      }
      return undefined;
    },
    onDone: (link) => {
      if (link !== undefined) return setMade(link);
      onDone();
      // What waits to be sent is shown as long as it does.
      if (send === sendNow) toast(done[dialog]);
    },
  });
  if (made !== undefined) return <VendorLinkMade made={made} opened={opened} onClose={onDone} />;
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
      {takesPhotos && <PhotoField photos={photos} onChange={setPhotos} />}
      {has("assignee") && (
        <AssigneeField caseId={row.id} hasVendor={also.length === 0} props={form.getInputProps("assignee")} />
      )}
      {has("assignee") && entry.form.values.assignee === VENDOR && (
        <>
          {text("vendor_name", t`Name of the vendor`, { maxLength: 100, autoComplete: "off" })}
          {text("vendor_email", t`E-mail address`, {
            type: "email",
            maxLength: 254,
            autoComplete: "off",
            description: form.errors.vendor_email ? undefined : mailedText(entry.form.values.vendor_email.trim()),
            inputWrapperOrder: ["label", "input", "description", "error"],
          })}
          <Select
            classNames={{ option: classes.option }}
            label={t`Language of the mail`}
            data={languageChoices}
            allowDeselect={false}
            comboboxProps={{ returnFocus: false }}
            {...form.getInputProps("language")}
          />
          {text("days", t`Days that the link is valid`, {
            inputMode: "numeric",
            description: form.errors.days
              ? undefined
              : t`The link shows this case alone, and takes one report. It needs no account.`,
            inputWrapperOrder: ["label", "input", "description", "error"],
          })}
        </>
      )}
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
      {text("work_order", t`Work order`, { placeholder: t`Optional`, maxLength: 100 })}
      {has("reason") && <Choice label={t`What is it?`} names={reasonNames} props={form.getInputProps("reason")} />}
      {has("reason") && isContinuousUse(entry.form.values.reason, row.attached_to) && (
        <p
          className={classes.soft}
        >{t`Its usual lowest flow counts as zero. Its leaks are recalculated, past ones included.`}</p>
      )}
      <Textarea
        label={t`Note`}
        placeholder={dialog === "note" ? undefined : t`Optional`}
        rows={3}
        maxLength={MAX_NOTE}
        {...form.getInputProps("note")}
      />
    </EntryDialog>
  );
}

function mailedText(email: string): string {
  return email === "" ? t`The link is mailed to this address.` : t`The link is mailed to ${email}.`;
}

type FieldProps = ReturnType<Entry<Values>["form"]["getInputProps"]>;

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

interface AssigneeProps {
  caseId: number;
  /** Whether it can be assigned to a vendor: a link is for one case. */
  hasVendor: boolean;
  props: FieldProps;
}

function AssigneeField({ caseId, hasVendor, props }: AssigneeProps): ReactNode {
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
        ...(hasVendor ? [{ value: VENDOR, label: t`A vendor, by a link` }] : []),
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

function rulesOf(dialog: CaseDialog, row: LeakCase, hasPhotos: boolean): Rules<Values> {
  const chosen = (value: string) => (value === "" ? t`Choose one.` : null);
  const ofVendor = (isRight: (value: string) => boolean, message: string) => (value: string, values: Values) =>
    values.assignee !== VENDOR || isRight(value.trim()) ? null : message;
  const all: Rules<Values> = {
    assignee: chosen,
    vendor_name: ofVendor((value) => value !== "", t`Give the vendor's name.`),
    vendor_email: ofVendor(isAddress, t`Give an e-mail address such as joe@example.com.`),
    days: ofVendor(areDays, t`Give 1 to 30 days.`),
    finding: chosen,
    reason: chosen,
    until: (value) => snoozeFault(value, row),
    at: (value) => timeFault(value, row) ?? (dialog === "fixed" ? overFault(value, row) : null),
    minutes: minutesFault,
    cost: costFault,
    note: (value) => (dialog === "note" && !hasPhotos && value.trim() === "" ? t`Enter a note.` : null),
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => fieldsOf[dialog].some((one) => one === field)));
}

function overFault(value: string, { over_at, time_zone }: LeakCase): string | null {
  const at = instantAtProperty(value, time_zone);
  if (over_at === null || at === null || at <= new Date(over_at).toISOString()) return null;
  return t`The leak was over on ${timeAtProperty(over_at, time_zone)}. Give a time before that.`;
}

interface Opened {
  openedAt: number;
  lastSeen: number | undefined;
}

function requestOf(
  dialog: CaseDialog,
  values: Values,
  { time_zone: zone }: LeakCase,
  { openedAt, lastSeen: last_seen_event_id }: Opened,
): SentCaseEvent {
  const note = values.note.trim();
  // To the second where it was left as it was, so that what happens one after the other stays so.
  const at =
    values.at === clockAtProperty(openedAt, zone)
      ? new Date(openedAt).toISOString()
      : (instantAtProperty(values.at, zone) ?? undefined);
  switch (dialog) {
    case "assigned":
      return { kind: "assigned", assignee: values.assignee === NOBODY ? null : values.assignee, note };
    case "visited":
      return {
        kind: "visited",
        finding: choiceOf(values.finding, visitFindings) ?? "found",
        at,
        note,
        last_seen_event_id,
      };
    case "fixed":
      return {
        kind: "fixed",
        at,
        ...fixOf(values),
        note,
        last_seen_event_id,
      };
    case "not_a_leak":
      return {
        kind: "not_a_leak",
        reason: choiceOf(values.reason, noLeakReasons) ?? "other",
        note,
        last_seen_event_id,
      };
    case "snoozed":
      return { kind: "snoozed", until: values.until, note };
    case "note":
      return { kind: "note", note };
  }
}
