import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { RuleSetting } from "../../../../../contract/leaks/rule-settings.ts";
import type { Entry } from "../../property/entry/use-entry.ts";
import classes from "../settings.module.css";
import { isNumber, typedNumber } from "./rule-groups.ts";

interface Props {
  form: Entry<Record<string, string>>["form"];
  rule: RuleSetting;
  label: string;
}

/** A number of a rule: what it means, in what it is counted, and whether it is its default. */
export function RuleField({ form, rule, label }: Props): ReactNode {
  const typed = form.values[rule.name] ?? "";
  const isDefault = isNumber(typed, rule.default);
  return (
    <div className={classes.field} data-changed={!isDefault || undefined}>
      <TextInput
        label={label}
        classNames={{ label: classes.label, input: classes.number }}
        inputMode="decimal"
        autoComplete="off"
        rightSection={<span className={classes.unit}>{rule.unit}</span>}
        rightSectionWidth={rule.unit.length > 10 ? 130 : 72}
        rightSectionPointerEvents="none"
        {...form.getInputProps(rule.name)}
      />
      <p className={classes.default}>
        {isDefault ? (
          "Default"
        ) : (
          <>
            <b>Changed.</b> Default {typedNumber(rule.default)}
            <button
              type="button"
              className={classes.back}
              aria-label={`Back to default: ${label}`}
              onClick={() => {
                form.setFieldValue(rule.name, typedNumber(rule.default));
                form.clearFieldError(rule.name);
              }}
            >
              Reset
            </button>
          </>
        )}
      </p>
    </div>
  );
}
