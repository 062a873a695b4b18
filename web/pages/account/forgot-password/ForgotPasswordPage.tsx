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
      <title>Forgotten password · Dripline</title>
      {ask.isSuccess ? (
        <div className={classes.card} role="status">
          <div>
            <h1>Look into your mail</h1>
            <p className={classes.lead}>
              If {ask.variables} has an account, a link to choose a new password is on its way. It works once, for 30
              minutes.
            </p>
          </div>
          <p className={classes.lead}>Nothing there? Look among the spam, or ask your administrator.</p>
          <Link className={classes.aside} to="/login">
            Back to sign in
          </Link>
        </div>
      ) : (
        <form noValidate className={classes.card} onSubmit={submit} aria-labelledby="forgotten">
          <div>
            <h1 id="forgotten">Forgot your password?</h1>
            <p className={classes.lead}>We mail you a link to choose a new one.</p>
          </div>
          <TextInput
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            error={missing && "Enter your e-mail address."}
            autoFocus
          />
          <Button type="submit" loading={ask.isPending} fullWidth>
            Send the link
          </Button>
          <p className={classes.error} role="alert">
            {ask.isError && sentenceOf(ask.error)}
          </p>
          <Link className={classes.aside} to="/login">
            Back to sign in
          </Link>
        </form>
      )}
    </PlainShell>
  );
}
