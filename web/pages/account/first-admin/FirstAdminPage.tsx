import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../app/api-error.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";
import { DeadLink } from "../new-password/DeadLink.tsx";
import { checkNewPassword, NewPasswordFields } from "../new-password/NewPasswordFields.tsx";
import { firstAdminQuery } from "../sign-in-queries.ts";

/** Makes the first administrator while there is none. */
export function FirstAdminPage(): ReactNode {
  return (
    <PlainShell>
      <title>{t`First administrator · Dripline`}</title>
      <Step />
    </PlainShell>
  );
}

function Step(): ReactNode {
  const { token } = useSearch({ from: "/first-admin" });
  const state = useQuery(firstAdminQuery);
  if (state.isError) return <QueryFailure query={state} what={t`This page`} />;
  if (state.data === undefined) return null;
  if (!state.data.open) {
    return (
      <DeadLink title={t`This installation has its administrator`}>
        <p className={classes.lead}>
          <Trans>The link worked once. Sign in with the account that was made with it.</Trans>
        </p>
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>
          <Trans>Sign in</Trans>
        </Button>
      </DeadLink>
    );
  }
  if (token === undefined) {
    return (
      <DeadLink title={t`The link is not complete`}>
        <p className={classes.lead}>
          <Trans>Open the whole link that the server printed when it started; it ends with a one-time token.</Trans>
        </p>
      </DeadLink>
    );
  }
  return <FirstAdminForm token={token} />;
}

/** The first administrator's account. What was typed stays after a failure, and errors stand under their fields. */
function FirstAdminForm({ token }: { token: string }): ReactNode {
  const router = useRouter();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { email: "", first_name: "", last_name: "", password: "", confirmation: "" },
    validateInputOnBlur: true,
    validate: {
      email: (value) => (/^\S+@\S+\.\S+$/.test(value.trim()) ? null : t`Invalid email format`),
      ...checkNewPassword,
    },
  });
  const create = useMutation({
    mutationFn: ({ confirmation: _, ...body }: typeof form.values) =>
      call("POST /v1/first-admin", { body: { ...body, email: body.email.trim(), token } }),
    onSuccess: async () => {
      client.clear();
      await router.navigate({ to: "/", replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(error.fields);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      if (!create.isPending) create.mutate(values);
    },
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? "email")?.focus(),
  );
  return (
    <form className={classes.card} onSubmit={submit} noValidate aria-labelledby="first-admin">
      <div>
        <h1 id="first-admin">
          <Trans>Create the first administrator</Trans>
        </h1>
        <p className={classes.lead}>
          <Trans>This account sees everything and lets others in.</Trans>
        </p>
      </div>
      <TextInput label={t`E-mail`} type="email" autoComplete="username" autoFocus {...form.getInputProps("email")} />
      <div className={classes.names}>
        <TextInput label={t`First name`} autoComplete="given-name" {...form.getInputProps("first_name")} />
        <TextInput label={t`Last name`} autoComplete="family-name" {...form.getInputProps("last_name")} />
      </div>
      <NewPasswordFields form={form} />
      <Button type="submit" loading={create.isPending} fullWidth>
        <Trans>Create administrator</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {create.isError && sentenceOf(create.error)}
      </p>
    </form>
  );
}
