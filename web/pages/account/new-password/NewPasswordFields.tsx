import { t } from "@lingui/core/macro";
import { PasswordInput } from "@mantine/core";
import type { useForm } from "@mantine/form";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { passwordRules } from "../../../../contract/accounts/password-rules.ts";
import { translateServerText } from "../../../language/server-texts.ts";
import classes from "../account.module.css";
import { differ, mismatch, rulesMet, strengthOf } from "./password-rules.ts";

/** What is typed where a password is chosen. */
export interface NewPassword {
  password: string;
  confirmation: string;
}

/** When the two fields are wrong, as the form takes it. */
export const checkNewPassword = {
  password: (value: string) => {
    const broken = passwordRules.find(({ met }) => !met(value));
    return broken === undefined ? null : translateServerText(broken.remedy);
  },
  confirmation: (value: string, { password }: NewPassword) => (value === password ? null : mismatch),
};

const strengthNames = { Weak: t`Weak`, Good: t`Good`, "Excellent!": t`Excellent!` } as const;
const toggle = { "aria-label": t`Show password`, tabIndex: 0 };

type NewPasswordForm = Pick<ReturnType<typeof useForm<NewPassword>>, "values" | "getInputProps">;

/** A new password with its rules, typed twice. @param label of the first field, where another password stands beside it */
export function NewPasswordFields({ form, label = t`Password` }: { form: NewPasswordForm; label?: string }): ReactNode {
  const { password, confirmation } = form.values;
  const confirmationProps = form.getInputProps("confirmation");
  // An error shown on blur may have been fixed in the other field since.
  const confirmationError = password === confirmation ? null : confirmationProps.error;
  return (
    <>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...form.getInputProps("password")}
      />
      <PasswordStrength password={password} />
      <PasswordInput
        label={t`Confirm password`}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        {...confirmationProps}
        error={differ(password, confirmation) ? mismatch : confirmationError}
      />
    </>
  );
}

/** The four rules, marking those that are met, and a label for the strength once something is typed. */
function PasswordStrength({ password }: { password: string }): ReactNode {
  return (
    <ul className={classes.rules} aria-label={t`Password rules`}>
      {passwordRules.map(({ text, met }) => {
        const done = met(password);
        const Icon = done ? IconCheck : IconCircle;
        return (
          <li key={text} data-met={done || undefined}>
            <Icon size={12} role="img" aria-label={done ? t`met` : t`not met`} />
            {translateServerText(text)}
          </li>
        );
      })}
      <li>
        <p className={classes.strength} data-met={rulesMet(password)} role="status">
          {password !== "" && t`Strength: ${strengthNames[strengthOf(password)]}`}
        </p>
      </li>
    </ul>
  );
}
