import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { preferencesQuery, savePreferences } from "../../../../app/preferences.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { toast } from "../../../../app/toast.ts";
import { HealthBadge } from "../../../../components/badges/HealthBadge.tsx";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "./Thresholds.module.css";
import {
  defaultThresholds,
  fieldErrors,
  orderErrors,
  type ThresholdField,
  type Thresholds,
  textsOf,
  thresholdsOf,
} from "./threshold-rules.ts";

/** From which device reporting ratio on a property is healthy, a warning or critical, for this user. */
export default function ThresholdsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const preferences = useQuery(preferencesQuery);
  const kept = preferences.data?.device_health_thresholds;
  return (
    <Dialog opened onClose={onClose} title={t`Device Health Thresholds`}>
      {kept && <ThresholdsForm kept={kept} onClose={onClose} />}
      {!kept && preferences.isError && <QueryFailure query={preferences} what={t`Your thresholds`} />}
      {!kept && !preferences.isError && <Skeleton height={330} />}
    </Dialog>
  );
}

const rows = [
  { health: "healthy", min: "healthy_min", max: "healthy_max" },
  { health: "warning", min: "warning_min", max: "warning_max" },
  { health: "critical", min: "critical_min", max: "critical_max" },
] as const;

const nameOf = { healthy: t`Healthy`, warning: t`Warning`, critical: t`Critical` } as const;

/** Minimum and maximum percent of each class. Errors are shown under their fields on blur. */
function ThresholdsForm({ kept, onClose }: { kept: Thresholds; onClose: () => void }): ReactNode {
  const client = useQueryClient();
  // What is kept stays what it was when this opened until it is saved: a failed save must leave the form to be saved.
  const [saved, setSaved] = useState(kept);
  const [texts, setTexts] = useState(() => textsOf(kept));
  const [left, setLeft] = useState<ReadonlySet<ThresholdField>>(new Set());
  const [state, setState] = useState<"idle" | "saving" | "failed" | "restored">("idle");
  const next = thresholdsOf(texts);
  const before = textsOf(saved);
  const dirty = rows.some(({ min, max }) => texts[min].trim() !== before[min] || texts[max].trim() !== before[max]);
  const singles = fieldErrors(texts);
  const orders = left.size === 0 ? [] : orderErrors(texts);
  const errorOf = (field: ThresholdField) =>
    (left.has(field) ? singles[field] : undefined) ?? orders.find((order) => order.field === field)?.message;

  const save = async (thresholds: Thresholds): Promise<boolean> => {
    setState("saving");
    try {
      await savePreferences(client, { device_health_thresholds: thresholds });
      setSaved(thresholds);
      // Classes come from the server, which knows the new thresholds now.
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes("/device-health/") });
      return true;
    } catch (error) {
      console.warn("The thresholds were not saved.", error);
      void client.invalidateQueries({ queryKey: preferencesQuery.queryKey });
      setState("failed");
      return false;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (next === null || !dirty || state === "saving" || !(await save(next))) return;
    toast({ title: t`Success`, message: t`Device health thresholds have been saved: ${thresholdsText(next)}.` });
    onClose();
  };
  const restore = async () => {
    setTexts(textsOf(defaultThresholds));
    setLeft(new Set());
    if (await save(defaultThresholds)) setState("restored");
  };

  const field = (name: ThresholdField, label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      required
      withAsterisk={false}
      rightSection={<span aria-hidden="true">%</span>}
      value={texts[name]}
      error={errorOf(name)}
      errorProps={{ role: "alert" }}
      onChange={(event) => {
        setTexts({ ...texts, [name]: event.currentTarget.value });
        setState("idle");
      }}
      onBlur={() => (texts[name].trim() === before[name] ? undefined : setLeft(new Set([...left, name])))}
    />
  );
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p className={classes.about}>
        <Trans>
          By its device reporting ratio (online per hundred devices that were ever seen) a property is healthy from the
          healthy minimum on, a warning from the warning minimum on, and critical below. These thresholds are yours
          alone.
        </Trans>
      </p>
      {rows.map(({ health, min, max }) => (
        <fieldset key={health} className={classes.row}>
          <legend className={classes.legend}>
            <HealthBadge health={health} />
          </legend>
          {field(min, t`${nameOf[health]} min`)}
          {field(max, t`${nameOf[health]} max`)}
        </fieldset>
      ))}
      <div className={classes.message}>
        {state === "failed" && (
          <p className={classes.failed} role="alert">
            <Trans>The thresholds could not be saved. What you typed is still here: try again.</Trans>
          </p>
        )}
        {state === "restored" && (
          <p role="status">{t`The defaults are restored and saved: ${thresholdsText(saved)}.`}</p>
        )}
      </div>
      <div className={classes.foot}>
        <Button variant="subtle" color="slate" onClick={() => void restore()} disabled={state === "saving"}>
          <Trans>Reset to default</Trans>
        </Button>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={!dirty || next === null} loading={state === "saving"}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

/** "healthy 95–100, warning 85–94, critical 0–84" */
function thresholdsText(thresholds: Thresholds): string {
  return rows.map(({ health }) => `${nameOf[health].toLowerCase()} ${thresholds[health].join("–")}`).join(", ");
}
