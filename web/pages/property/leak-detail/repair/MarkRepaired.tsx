import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { call } from "../../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import classes from "../explanation.module.css";
import { forgetLeaks } from "../view/explanation-queries.ts";
import { clockAtProperty, instantAtProperty } from "../view/property-time.ts";
import { checkForm, LONGEST_NOTE, type RepairedErrors, type RepairedForm } from "./repaired-form.ts";

interface Props {
  opened: boolean;
  onClose(): void;
  onDone(): void;
  leak: ListedLeak;
  zone: string;
  form: RepairedForm;
  onChange(form: RepairedForm): void;
}

/** The form that marks a leak repaired: when, and what was done. */
export default function MarkRepaired({ opened, onClose, onDone, leak, zone, form, onChange }: Props): ReactNode {
  const client = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<RepairedErrors>({});
  const mutation = useMutation({
    mutationFn: () =>
      call("POST /v1/leaks/repaired", {
        body: {
          property_id: leak.property_id,
          meter: leak.meter_serial_number,
          started_at: leak.started_at,
          repaired_at: instantAtProperty(form.repaired_at, zone) ?? "",
          note: form.note.trim(),
        },
      }),
    onSuccess: async () => {
      await forgetLeaks(client);
      onDone();
      toast({ title: t`Marked as repaired`, message: t`The readings to come will show whether the repair holds.` });
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      show({ repaired_at: fields.repaired_at ?? fields.started_at, note: fields.note });
    },
  });

  /** Errors under their fields, with the focus on the first. */
  const show = (found: RepairedErrors) => {
    setErrors(found);
    const first = found.repaired_at ? "repaired_at" : found.note ? "note" : null;
    if (first !== null) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const check = () => checkForm(form, leak, zone, Date.now());
  // On the way to a button nothing may move: it would slip away under the pointer.
  const left = (field: keyof RepairedForm) => (event: FocusEvent) => {
    if (!(event.relatedTarget instanceof HTMLButtonElement)) setErrors({ ...errors, [field]: check()[field] });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check();
    show(found);
    if (Object.keys(found).length === 0 && !mutation.isPending) mutation.mutate();
  };
  const isElsewhere = mutation.error !== null && !errors.repaired_at && !errors.note;
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Mark as repaired`}>
      <form ref={element} noValidate className={classes.form} onSubmit={submit}>
        <TextInput
          label={t`Date and time of the repair`}
          description={errors.repaired_at ? undefined : t`On the property's clock (${zone.replaceAll("_", " ")})`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          type="datetime-local"
          name="repaired_at"
          data-autofocus
          value={form.repaired_at}
          min={clockAtProperty(leak.started_at, zone)}
          max={clockAtProperty(Date.now(), zone)}
          error={errors.repaired_at}
          onChange={(event) => onChange({ ...form, repaired_at: event.currentTarget.value })}
          onBlur={left("repaired_at")}
        />
        <Textarea
          label={t`Note`}
          description={
            errors.note ? undefined : t`What was done. ${form.note.trim().length} / ${LONGEST_NOTE} characters`
          }
          inputWrapperOrder={["label", "input", "description", "error"]}
          name="note"
          rows={4}
          value={form.note}
          error={errors.note}
          onChange={(event) => onChange({ ...form, note: event.currentTarget.value })}
          onBlur={left("note")}
        />
        <p className={classes.failed} role="alert">
          {isElsewhere && sentenceOf(mutation.error)}
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Mark as repaired</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
