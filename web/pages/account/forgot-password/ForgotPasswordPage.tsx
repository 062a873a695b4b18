import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";

/** Requests the mail with a reset link. The response is the same whether or not an account has the address. */
export function ForgotPasswordPage(): ReactNode {
  const [missing, setMissing] = useState(false);
  const ask = useMutation({ mutationFn: (email: string) => call("POST /v1/password/forgotten", { body: { email } }) });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email") ?? "").trim();
    setMissing(email === "");
    if (email === "") return event.currentTarget.querySelector("input")?.focus();
    if (!ask.isPending) ask.mutate(email);
  };
  return (
    <PlainShell>
      <title>{t`Forgotten password · Dripline`}</title>
      {ask.isSuccess ? (
        <div className={classes.card} role="status">
          <div>
            <h1>
              <Trans>Look into your mail</Trans>
            </h1>
            <p className={classes.lead}>
              <Trans>
                If {ask.variables} has an account, a link to choose a new password is on its way. It works once, for 30
                minutes.
              </Trans>
            </p>
          </div>
          <p className={classes.lead}>
            <Trans>Nothing there? Check your spam folder, or ask your administrator.</Trans>
          </p>
          <Link className={classes.aside} to="/login">
            <Trans>Back to sign in</Trans>
          </Link>
        </div>
      ) : (
        <form noValidate className={classes.card} onSubmit={submit} aria-labelledby="forgotten">
          <div>
            <h1 id="forgotten">
              <Trans>Forgot your password?</Trans>
            </h1>
            <p className={classes.lead}>
              <Trans>We mail you a link to choose a new one.</Trans>
            </p>
          </div>
          <TextInput
            label={t`E-mail`}
            name="email"
            type="email"
            autoComplete="username"
            error={missing && t`Enter your e-mail address.`}
            autoFocus
          />
          <Button type="submit" loading={ask.isPending} fullWidth>
            <Trans>Send the link</Trans>
          </Button>
          <p className={classes.error} role="alert">
            {ask.isError && sentenceOf(ask.error)}
          </p>
          <Link className={classes.aside} to="/login">
            <Trans>Back to sign in</Trans>
          </Link>
        </form>
      )}
    </PlainShell>
  );
}
