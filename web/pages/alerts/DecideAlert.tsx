import { t } from "@lingui/core/macro";
import { Select, Textarea, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import type { AlertRow } from "../../../contract/leaks/alerts.ts";
import { dismissalReasons } from "../../../contract/leaks/case-choices.ts";
import { EntryDialog } from "../../app/form/EntryDialog.tsx";
import classes from "../../app/form/entry.module.css";
import { useEntry } from "../../app/form/use-entry.ts";
import { addDays } from "../../app/report/search/calendar.ts";
import { choiceOf } from "../../app/search-text.ts";
import { snoozeFault } from "../cases/report/report-rules.ts";
import { clockAtProperty } from "../property/leak-detail/view/property-time.ts";
import { decideAlert, dismissalNames } from "./alert-decision.ts";
import type { AlertDialog } from "./alerts-search.ts";

interface Props {
  row: AlertRow;
  dialog: AlertDialog;
  onClose(): void;
  onDone(): void;
}

/** Dismisses an alert about a device, or snoozes it. */
export default function DecideAlert({ row, dialog, onClose, onDone }: Props): ReactNode {
  const isSnooze = dialog === "snooze";
  const today = clockAtProperty(Date.now(), row.time_zone).slice(0, 10);
  const entry = useEntry<{ reason: string; until: string; note: string }, unknown>({
    name: `${dialog} alert ${row.id}`,
    initial: { reason: "", until: addDays(today, 7), note: "" },
    rules: {
      reason: (reason) => (isSnooze || reason !== "" ? null : t`Choose one.`),
      until: (until) => (isSnooze ? snoozeFault(until, row) : null),
    },
    write: ({ reason, until, note }) =>
      decideAlert(
        row.id,
        isSnooze
          ? { kind: "snoozed", until, note: note.trim() }
          : { kind: "dismissed", reason: choiceOf(reason, dismissalReasons) ?? "other", note: note.trim() },
      ),
    onDone,
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened
      onClose={onClose}
      title={isSnooze ? t`Snooze: ${row.title}` : t`Dismiss: ${row.title}`}
      size="small"
      entry={entry}
      save={isSnooze ? t`Snooze` : t`Dismiss`}
    >
      {isSnooze ? (
        <TextInput
          label={t`Until`}
          type="date"
          description={form.errors.until ? undefined : t`The alert is open again on this day`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("until")}
        />
      ) : (
        <>
          <Select
            classNames={{ option: classes.option }}
            label={t`Why?`}
            placeholder={t`Choose`}
            data={dismissalReasons.map((value) => ({ value, label: dismissalNames[value] }))}
            allowDeselect={false}
            comboboxProps={{ returnFocus: false }}
            {...form.getInputProps("reason")}
            value={form.values.reason || null}
          />
          <p className={classes.soft}>{t`If the cause ends and returns, a new alert opens.`}</p>
        </>
      )}
      <Textarea label={t`Note`} placeholder={t`Optional`} rows={3} maxLength={2000} {...form.getInputProps("note")} />
    </EntryDialog>
  );
}
