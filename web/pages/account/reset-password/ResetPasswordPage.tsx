import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../app/api-error.ts";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";
import { DeadLink } from "../new-password/DeadLink.tsx";
import { useLinkToken } from "../new-password/link-token.ts";
import { checkNewPassword, NewPasswordFields } from "../new-password/NewPasswordFields.tsx";

/** Where the link of a forgotten password leads. */
export function ResetPasswordPage(): ReactNode {
  const token = useLinkToken();
  return (
    <PlainShell>
      <title>{t`New password · Dripline`}</title>
      {token === null ? (
        <DeadLink title={t`The link is not complete`}>
          <p className={classes.lead}>
            <Trans>Open the whole link of the mail; it ends with a one-time token.</Trans>
          </p>
          <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
            <Trans>Ask for another link</Trans>
          </Button>
        </DeadLink>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </PlainShell>
  );
}

/** A new password in place of a forgotten one; it ends the account's sessions, so the way on is to sign in. */
function ResetPasswordForm({ token }: { token: string }): ReactNode {
  const router = useRouter();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { password: "", confirmation: "" },
    validateInputOnBlur: true,
    validate: checkNewPassword,
  });
  const reset = useMutation({
    mutationFn: ({ password }: typeof form.values) => call("POST /v1/password/reset", { body: { token, password } }),
    onSuccess: async () => {
      client.clear();
      await router.navigate({ to: "/login", search: { password_set: "yes" }, replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(error.fields);
    },
  });
  if (reset.error instanceof ApiError && reset.error.code === "forbidden") {
    return (
      <DeadLink title={t`This link is over`}>
        <p className={classes.lead}>
          <Trans>It works once, for 30 minutes. Ask for another; your password is as it was.</Trans>
        </p>
        <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
          <Trans>Ask for another link</Trans>
        </Button>
      </DeadLink>
    );
  }
  const submit = form.onSubmit(
    (values) => {
      if (!reset.isPending) reset.mutate(values);
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? "password")?.focus(),
  );
  return (
    <form className={classes.card} onSubmit={submit} noValidate aria-labelledby="new-password">
      <div>
        <h1 id="new-password">
          <Trans>Choose a new password</Trans>
        </h1>
        <p className={classes.lead}>
          <Trans>Wherever you are signed in now, you will be signed out.</Trans>
        </p>
      </div>
      <NewPasswordFields form={form} />
      <Button type="submit" loading={reset.isPending} fullWidth>
        <Trans>Set password</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {reset.isError && sentenceOf(reset.error)}
      </p>
    </form>
  );
}
