import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { sentenceOf } from "../../../app/api-error.ts";
import classes from "../account.module.css";

/** What somebody signs in with. */
export interface Credentials {
  email: string;
  password: string;
}

export interface PasswordStepProps {
  /** The e-mail to begin with. */
  email: string;
  pending: boolean;
  /** null: nothing failed. */
  error: Error | null;
  onSubmit(typed: Credentials): void;
}

/** E-mail and password. What was typed stays after a failure. */
export function PasswordStep({ email, pending, error, onSubmit }: PasswordStepProps): ReactNode {
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<{ email: string | null; password: string | null }>();
  useEffect(() => {
    if (error !== null) password.current?.select();
  }, [error]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const typed = { email: text("email").trim(), password: text("password") };
    const wrong = {
      email: typed.email === "" ? t`Enter your e-mail address.` : null,
      password: typed.password === "" ? t`Enter your password.` : null,
    };
    setMissing(wrong);
    if (wrong.email !== null || wrong.password !== null) {
      event.currentTarget
        .querySelector<HTMLInputElement>(wrong.email === null ? "[name=password]" : "[name=email]")
        ?.focus();
      return;
    }
    if (!pending) onSubmit(typed);
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit} aria-labelledby="sign-in">
      <TextInput
        label={t`E-mail`}
        name="email"
        defaultValue={email}
        error={missing?.email}
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus
      />
      <PasswordInput
        ref={password}
        label={t`Password`}
        name="password"
        error={missing?.password}
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": t`Show password`, tabIndex: 0 }}
      />
      <Button type="submit" loading={pending} fullWidth>
        <Trans>Sign in</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {error !== null && sentenceOf(error)}
      </p>
      <Link className={classes.aside} to="/forgot-password">
        <Trans>Forgot your password?</Trans>
      </Link>
    </form>
  );
}
