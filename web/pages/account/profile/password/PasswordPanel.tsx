import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { checkNewPassword, NewPasswordFields } from "../../new-password/NewPasswordFields.tsx";
import classes from "../profile.module.css";
import { sessionsQuery } from "../view/profile-queries.ts";

const mutationKey = ["own password"];

/** Changes the password; requires the current one. It ends all other sessions. */
export function PasswordPanel(): ReactNode {
  const me = useMe();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { old_password: "", password: "", confirmation: "" },
    validateInputOnBlur: ["confirmation"],
    validate: { old_password: (value) => (value === "" ? t`Enter your password.` : null), ...checkNewPassword },
  });
  const focusFirst = (errors: Readonly<Record<string, unknown>>) => {
    const first = ["old_password", "password", "confirmation"].find((field) => errors[field]);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
  const change = useMutation({
    mutationKey,
    mutationFn: ({ old_password, password }: typeof form.values) =>
      call("PUT /v1/me/password", { body: { old_password, password } }),
    onSuccess: () => {
      form.reset();
      toast({ title: t`Password changed`, message: t`You stay signed in here; everywhere else you are signed out.` });
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      form.setErrors(error.fields);
      focusFirst(error.fields);
    },
  });
  const underFields =
    change.error instanceof ApiError && Object.keys(change.error.fields).some((field) => field in form.values);
  const submit = form.onSubmit((values) => {
    // Not change.isPending: a second click may come before the first is drawn.
    if (client.isMutating({ mutationKey }) === 0) change.mutate(values);
  }, focusFirst);
  return (
    <Panel title={t`Password`}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={t`Password`}>
        {/* For password managers: whose password it is. */}
        <input hidden readOnly autoComplete="username" value={me.email} />
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": t`Show password`, tabIndex: 0 }}
          {...form.getInputProps("old_password")}
        />
        <NewPasswordFields form={form} label={t`New password`} />
        <p className={`${classes.sentence} ${classes.soft}`}>
          <Trans>
            Changing it signs you out everywhere but here. <Link to="/forgot-password">Forgot your password?</Link>
          </Trans>
        </p>
        <div className={classes.buttons}>
          <Button type="submit" loading={change.isPending}>
            <Trans>Change password</Trans>
          </Button>
        </div>
        <p className={classes.error} role="alert">
          {change.error !== null && !underFields && sentenceOf(change.error)}
        </p>
      </form>
    </Panel>
  );
}
