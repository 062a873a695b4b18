import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
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

/** Where an invitation's link leads: the first password, and in. */
export function InvitationPage(): ReactNode {
  const token = useLinkToken();
  return (
    <PlainShell>
      <title>{t`Your account · Dripline`}</title>
      {token === null ? (
        <DeadLink title={t`The link is not complete`}>
          <p className={classes.lead}>
            <Trans>Open the whole link of your invitation; it ends with a one-time token.</Trans>
          </p>
          <Button renderRoot={(props) => <Link to="/login" {...props} />}>
            <Trans>Sign in</Trans>
          </Button>
        </DeadLink>
      ) : (
        <InvitationForm token={token} />
      )}
    </PlainShell>
  );
}

/** Names and the first password of somebody invited. What was typed stays after a failure. */
function InvitationForm({ token }: { token: string }): ReactNode {
  const router = useRouter();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { first_name: "", last_name: "", password: "", confirmation: "" },
    validateInputOnBlur: true,
    validate: checkNewPassword,
  });
  const accept = useMutation({
    mutationFn: ({ password, first_name, last_name }: typeof form.values) =>
      call("POST /v1/invitation", {
        body: { token, password, first_name: first_name.trim() || undefined, last_name: last_name.trim() || undefined },
      }),
    onSuccess: async ({ signed_in }) => {
      client.clear();
      if (signed_in) await router.navigate({ to: "/", replace: true });
      else await router.navigate({ to: "/login", search: { password_set: "yes" }, replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(error.fields);
    },
  });
  if (accept.error instanceof ApiError && accept.error.code === "forbidden") {
    return (
      <DeadLink title={t`This invitation is over`}>
        <p className={classes.lead}>
          <Trans>
            An invitation works once, for 7 days, and a newer one replaces it. Ask your administrator to send another,
            or sign in if you have chosen your password already.
          </Trans>
        </p>
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>
          <Trans>Sign in</Trans>
        </Button>
      </DeadLink>
    );
  }
  const submit = form.onSubmit(
    (values) => {
      if (!accept.isPending) accept.mutate(values);
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? "password")?.focus(),
  );
  return (
    <form className={classes.card} onSubmit={submit} noValidate aria-labelledby="invitation">
      <div>
        <h1 id="invitation">
          <Trans>Welcome to Dripline</Trans>
        </h1>
        <p className={classes.lead}>
          <Trans>Choose your password to see your properties' water use and leaks.</Trans>
        </p>
      </div>
      <div className={classes.names}>
        <TextInput label={t`First name`} autoComplete="given-name" {...form.getInputProps("first_name")} />
        <TextInput label={t`Last name`} autoComplete="family-name" {...form.getInputProps("last_name")} />
      </div>
      <p className={classes.hint}>
        <Trans>Leave the names empty to keep those that your administrator gave.</Trans>
      </p>
      <NewPasswordFields form={form} />
      <Button type="submit" loading={accept.isPending} fullWidth>
        <Trans>Set password and sign in</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {accept.isError && sentenceOf(accept.error)}
      </p>
    </form>
  );
}
