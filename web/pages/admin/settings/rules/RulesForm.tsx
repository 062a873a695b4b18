import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode, SubmitEvent } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { DraftNotice } from "../../../../app/form/DraftNotice.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import type { Entry } from "../../../../app/form/use-entry.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import classes from "../settings.module.css";
import type { RulesOf } from "../view/use-settings.ts";
import { isNumber, ruleGroups, typedNumber, unitName, wantedNumbers } from "./rule-groups.ts";
import { SaveRules } from "./SaveRules.tsx";
import { useRules } from "./use-rules.ts";

interface Props {
  of: RulesOf;
  /** As they held when the form was opened. */
  rules: readonly RuleSetting[];
  onPreview: ((numbers: Record<string, number>) => void) | undefined;
  onSaved: (now: RuleSetting[]) => void;
}

const about = {
  leaks: t`When water counts as a leak. The defaults were chosen on real homes; change a number only where you know why. A leak is worked out from the hours, so that a change also reaches leaks of the past.`,
  metering: t`What a meter can pass at most. A reading above it waits for a person under Data, and is not counted until then.`,
} as const;

/** All numbers of a kind, by rule, each with its default and its meaning. */
export function RulesForm({ of, rules, onPreview, onSaved }: Props): ReactNode {
  const { entry, changed, isConfirming, setConfirming } = useRules(of, rules, onSaved);
  const { form } = entry;
  const notDefault = rules.filter((rule) => !isNumber(form.values[rule.name] ?? "", rule.default));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (changed.length === 0) return;
    // Invalid fields are shown before the confirmation.
    if (!isConfirming && !form.validate().hasErrors) return setConfirming(true);
    setConfirming(false);
    entry.submit(event);
  };
  return (
    <form id={entry.formId} className={classes.rules} onSubmit={submit} noValidate>
      <p className={classes.about}>{about[of.kind]}</p>
      <DraftNotice isBack={entry.isBack} />
      <div className={classes.groups}>
        {ruleGroups(rules).map(([rule, settings]) => (
          <fieldset key={rule} className={classes.group}>
            <legend className={classes.legend}>{settings[0]?.rule_name}</legend>
            <p className={classes.rule}>{ruleMeanings[rule]}</p>
            {settings.map((setting) => (
              <RuleField key={setting.name} form={form} setting={setting} />
            ))}
          </fieldset>
        ))}
      </div>
      <div className={classes.save} data-unsaved={changed.length > 0 || undefined}>
        <p className={classes.tally} role="status">
          {changed.length === 0
            ? notDefault.length === 0
              ? t`All numbers are their defaults.`
              : t`${plural(notDefault.length, { one: "# number is not its default", other: "# numbers are not their defaults" })}.`
            : t`${plural(changed.length, { one: "# number", other: "# numbers" })} changed, not saved yet.`}
        </p>
        <p className={entryClasses.failure} role="alert">
          {entry.failure}
        </p>
        {entry.meanwhile && <div className={classes.meanwhile}>{entry.meanwhile}</div>}
        <Button
          variant="default"
          disabled={notDefault.length === 0}
          onClick={() =>
            form.setValues(Object.fromEntries(rules.map((rule) => [rule.name, typedNumber(rule.default)])))
          }
        >
          <Trans>All to default</Trans>
        </Button>
        <Button variant="default" disabled={changed.length === 0} onClick={() => form.reset()}>
          <Trans>Discard</Trans>
        </Button>
        {onPreview && (
          <Button
            variant="default"
            disabled={changed.length === 0}
            onClick={() => {
              if (!form.validate().hasErrors) onPreview(wantedNumbers(form.values, rules, rules));
            }}
          >
            <Trans>Preview</Trans>
          </Button>
        )}
        <Button type="submit" disabled={changed.length === 0} loading={entry.isSaving}>
          <Trans>Save</Trans>
        </Button>
      </div>
      <UnsavedRules isUnsaved={changed.length > 0} />
      <SaveRules
        of={of}
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        formId={entry.formId}
        changed={changed.map((rule) => ({ rule, typed: form.values[rule.name] ?? "" }))}
      />
    </form>
  );
}

/** What each rule looks for. */
const ruleMeanings: Readonly<Record<RuleSetting["rule"], string>> = {
  continuous: t`Water runs in nearly every hour. For meters that tell flow time.`,
  floor: t`The quietest hour is never still: something runs beneath all use.`,
  long_run: t`Some water in every hour, however little, for days.`,
  often: t`Heavy hours come again and again. Each gives a point, every hour takes a part of one away.`,
  burst: t`Very much water, hour after hour.`,
  toilet_running: t`A toilet's meter runs long without being flushed.`,
  no_rest: t`A toilet has had no long dry spell for days.`,
  building: t`A building uses more water at night than it used to.`,
  new_meter: t`What is asked of a meter that has no history of its own yet.`,
  own_history: t`What a meter is held against: its own days without a leak.`,
  any_rule: t`Holds beside all other rules.`,
  life: t`When a leak is over, and when two are one.`,
  most_flow: t`More than this cannot pass a meter of that kind.`,
};

/** Asks before numbers that are not saved are left behind: for another screen, tab or organization. */
function UnsavedRules({ isUnsaved }: { isUnsaved: boolean }): ReactNode {
  const { status, proceed, reset } = useBlocker({
    // A session that ended leads to the login page whatever is typed.
    shouldBlockFn: ({ next }) => isUnsaved && next.pathname !== "/login",
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Dialog
      opened={status === "blocked"}
      onClose={() => reset?.()}
      title={t`Leave without saving?`}
      size="small"
      footer={
        <>
          <Button variant="default" data-autofocus onClick={() => reset?.()}>
            <Trans>Stay</Trans>
          </Button>
          <Button className={entryClasses.destructive} onClick={() => proceed?.()}>
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          The numbers that you changed are not saved, and are lost when you leave. What was saved before stays.
        </Trans>
      </p>
    </Dialog>
  );
}

interface RuleFieldProps {
  form: Entry<Record<string, string>>["form"];
  setting: RuleSetting;
}

/** A number of a rule: what it means, in what it is counted, and whether it is its default. */
function RuleField({ form, setting }: RuleFieldProps): ReactNode {
  const { name, label, default: standard } = setting;
  const unit = unitName(setting);
  const typed = form.values[name] ?? "";
  const isDefault = isNumber(typed, standard);
  return (
    <div className={classes.field} data-changed={!isDefault || undefined}>
      <TextInput
        label={label}
        classNames={{ label: classes.label, input: classes.number }}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className={classes.unit}>{unit}</span>}
        rightSectionWidth={unit.length > 10 ? 130 : 72}
        rightSectionPointerEvents="none"
        {...form.getInputProps(name)}
      />
      <p className={classes.default}>
        {isDefault ? (
          t`Default`
        ) : (
          <Trans>
            <b>Changed.</b> Default {typedNumber(standard)}
            <button
              type="button"
              className={classes.back}
              aria-label={t`Back to default: ${label}`}
              onClick={() => {
                form.setFieldValue(name, typedNumber(standard));
                form.clearFieldError(name);
              }}
            >
              Reset
            </button>
          </Trans>
        )}
      </p>
    </div>
  );
}
