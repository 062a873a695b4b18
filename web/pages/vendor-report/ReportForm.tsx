import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { causeCodes } from "../../../contract/leaks/case-choices.ts";
import type { VendorLink } from "../../../contract/leaks/vendor-links.ts";
import { call, callWithFile } from "../../app/api.ts";
import { ApiError, sentenceOf } from "../../app/api-error.ts";
import { focusFirstWrong } from "../../app/form/focus-first-wrong.ts";
import { choiceOf } from "../../app/search-text.ts";
import { causeNames, findingNames } from "../cases/report/case-text.ts";
import { identityOf, PhotoField } from "../cases/report/PhotoField.tsx";
import { costFault, fixOf, minutesFault, timeFault } from "../cases/report/report-rules.ts";
import { smallerPhotos } from "../cases/report/smaller-photo.ts";
import { useKeyOf } from "../cases/report/use-key-of.ts";
import { clockAtProperty, instantAtProperty } from "../property/leak-detail/view/property-time.ts";
import classes from "./vendor-report.module.css";

const outcomes = ["fixed", "found", "nothing_found", "no_access"] as const;
type Outcome = (typeof outcomes)[number];

const outcomeNames: Readonly<Record<Outcome, string>> = { fixed: t`Fixed`, ...findingNames };

interface Props {
  token: string;
  leak: NonNullable<VendorLink["case"]>;
  /** Time zone of the property. */
  zone: string;
  /** Called once its report is stored. */
  onSent(): void;
}

/** The one report of a link: what was found, or what was fixed. What was typed stays after a failure. */
export function ReportForm({ token, leak, zone, onSent }: Props): ReactNode {
  const formId = useId();
  const form = useForm({
    initialValues: { outcome: "", at: "", cause_code: "", minutes: "", cost: "", work_order: "", note: "" },
    validateInputOnBlur: true,
    validate: {
      outcome: (value) => (value === "" ? t`Choose one.` : null),
      at: (value) => (value === "" ? null : timeFault(value, { ...leak, time_zone: zone })),
      minutes: minutesFault,
      cost: costFault,
    },
  });
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const keyOf = useKeyOf();
  const send = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const photo_ids: number[] = [];
      for (const photo of photos) {
        const [smaller = photo] = await smallerPhotos([photo]);
        const named = { vendorLink: token, idempotencyKey: keyOf(identityOf(photo)) };
        photo_ids.push((await callWithFile("POST /v1/vendor-link/photos", named, smaller)).id);
      }
      const report = { token, photo_ids, ...requestOf(values, zone) };
      return call("POST /v1/vendor-link/report", { body: report, idempotencyKey: keyOf(report) });
    },
    onSuccess: onSent,
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      form.setErrors(error.fields);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) =>
    form.onSubmit(
      (values) => {
        if (!send.isPending) send.mutate(values);
      },
      () => focusFirstWrong(formId),
    )(event);
  const isFix = form.values.outcome === "fixed";
  const failure =
    send.error instanceof ApiError && Object.keys(send.error.fields).some((field) => field in form.values);
  return (
    <form id={formId} className={classes.card} onSubmit={submit} noValidate>
      <h2>
        <Trans>Your report</Trans>
      </h2>
      <fieldset className={classes.outcomes} aria-describedby={`${formId}-outcome`}>
        <legend>
          <Trans>What was the outcome?</Trans>
        </legend>
        {outcomes.map((outcome) => (
          <label key={outcome}>
            <input
              type="radio"
              name="outcome"
              value={outcome}
              checked={form.values.outcome === outcome}
              aria-invalid={form.errors.outcome !== undefined}
              onChange={() => {
                form.setFieldValue("outcome", outcome);
                form.clearFieldError("outcome");
              }}
            />
            {outcomeNames[outcome]}
          </label>
        ))}
        <p id={`${formId}-outcome`} className={classes.error}>
          {form.errors.outcome}
        </p>
      </fieldset>
      <TextInput
        type="datetime-local"
        label={t`Date and time`}
        description={t`Left empty: now. On the property's clock (${zone.replaceAll("_", " ")})`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        min={clockAtProperty(leak.started_at, zone)}
        max={clockAtProperty(Date.now(), zone)}
        {...form.getInputProps("at")}
      />
      {isFix && (
        <>
          <NativeSelect
            label={t`What was broken`}
            data={[
              { value: "", label: t`Optional` },
              ...causeCodes.map((value) => ({ value, label: causeNames[value] })),
            ]}
            {...form.getInputProps("cause_code")}
          />
          <div className={classes.pair}>
            <TextInput
              label={t`Minutes of work`}
              inputMode="numeric"
              placeholder={t`Optional`}
              {...form.getInputProps("minutes")}
            />
            <TextInput
              label={t`Cost of the repair`}
              inputMode="decimal"
              placeholder={t`Optional`}
              {...form.getInputProps("cost")}
            />
          </div>
          <TextInput
            label={t`Work order`}
            placeholder={t`Optional`}
            maxLength={100}
            {...form.getInputProps("work_order")}
          />
        </>
      )}
      <PhotoField photos={photos} onChange={setPhotos} />
      <Textarea label={t`Note`} placeholder={t`Optional`} rows={3} maxLength={2000} {...form.getInputProps("note")} />
      <p className={classes.error} role="alert">
        {send.isError && !failure && sentenceOf(send.error)}
      </p>
      <Button type="submit" size="md" fullWidth loading={send.isPending}>
        <Trans>Send the report</Trans>
      </Button>
      <p className={classes.lead}>
        <Trans>A link takes one report, which cannot be changed.</Trans>
      </p>
    </form>
  );
}

interface Values {
  outcome: string;
  at: string;
  cause_code: string;
  minutes: string;
  cost: string;
  work_order: string;
  note: string;
}

function requestOf(values: Values, zone: string) {
  const note = values.note.trim();
  const at = instantAtProperty(values.at, zone) ?? undefined;
  const finding = choiceOf(values.outcome, ["found", "nothing_found", "no_access"]);
  if (finding !== undefined) return { kind: "visited", finding, at, note } as const;
  return {
    kind: "fixed",
    at,
    ...fixOf(values),
    note,
  } as const;
}
