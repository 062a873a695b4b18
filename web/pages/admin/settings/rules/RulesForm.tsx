import { Button } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import { formatCount } from "../../../../components/format.ts";
import entryClasses from "../../property/entry/entry.module.css";
import classes from "../settings.module.css";
import type { RuleKind } from "../view/settings-queries.ts";
import type { SettingsOf } from "../view/use-settings.ts";
import { RuleField } from "./RuleField.tsx";
import { isNumber, ruleGroups, typedNumber } from "./rule-groups.ts";
import { ruleDescription } from "./rule-text.ts";
import { SaveRules } from "./SaveRules.tsx";
import { UnsavedRules } from "./UnsavedRules.tsx";
import { useRules } from "./use-rules.ts";

interface Props {
  kind: RuleKind;
  organization: SettingsOf;
  /** As they held when the form was opened. */
  rules: readonly RuleSetting[];
  onSaved: (now: RuleSetting[]) => void;
}

const about = {
  leaks:
    "When water counts as a leak. The defaults were chosen on real homes; change a number only where you know why. A leak is worked out from the hours, so that a change also reaches leaks of the past.",
  metering:
    "What a meter can pass at most. A reading above it waits for a person under Data, and is not counted until then.",
} as const;

/** All numbers of a kind, by rule, each with its default and its meaning. */
export function RulesForm({ kind, organization, rules, onSaved }: Props): ReactNode {
  const { entry, changed, isConfirming, setConfirming } = useRules(kind, organization, rules, onSaved);
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
      <p className={classes.about}>{about[kind]}</p>
      {entry.isBack && (
        <p className={entryClasses.back} role="status">
          Your session ended before this was saved. What you typed is back, and nothing of it is saved yet.
        </p>
      )}
      <div className={classes.groups}>
        {ruleGroups(rules, "Most flow").map((group) => (
          <fieldset key={group.name} className={classes.group}>
            <legend className={classes.legend}>{group.name}</legend>
            <p className={classes.rule}>{ruleDescription(group.name)}</p>
            {group.rules.map(({ rule, label }) => (
              <RuleField key={rule.name} form={form} rule={rule} label={label} />
            ))}
          </fieldset>
        ))}
      </div>
      <div className={classes.save} data-unsaved={changed.length > 0 || undefined}>
        <p className={classes.tally} role="status">
          {changed.length === 0
            ? notDefault.length === 0
              ? "All numbers are their defaults."
              : `${formatCount(notDefault.length, "number is not its default", "numbers are not their defaults")}.`
            : `${formatCount(changed.length, "number")} changed, not saved yet.`}
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
          All to default
        </Button>
        <Button variant="default" disabled={changed.length === 0} onClick={() => form.reset()}>
          Discard
        </Button>
        <Button type="submit" disabled={changed.length === 0} loading={entry.isSaving}>
          Save
        </Button>
      </div>
      <UnsavedRules isUnsaved={changed.length > 0} />
      <SaveRules
        kind={kind}
        organization={organization}
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        formId={entry.formId}
        changed={changed.map((rule) => ({ rule, typed: form.values[rule.name] ?? "" }))}
      />
    </form>
  );
}
