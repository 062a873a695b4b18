import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import classes from "../../account.module.css";

type Begun = CallAnswer<"POST /v1/me/second-factor">;

/** What a second factor is, and the password that begins one. */
export function BeginStep({
  isRequired,
  onBegun,
}: {
  isRequired: boolean;
  onBegun: (begun: Begun) => void;
}): ReactNode {
  const [missing, setMissing] = useState(false);
  const begin = useMutation({
    mutationFn: (password: string) => call("POST /v1/me/second-factor", { body: { password } }),
    onSuccess: onBegun,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setMissing(password === "");
    if (password !== "" && !begin.isPending) begin.mutate(password);
  };
  const wrong = begin.error instanceof ApiError ? begin.error.fields.password : undefined;
  return (
    <form className={classes.steps} noValidate onSubmit={submit}>
      <p>
        <Trans>
          {isRequired
            ? t`Your account needs one before you see anything else: `
            : t`Whoever learns your password still cannot sign in: `}
          signing in also asks for a code that an authenticator app on your phone shows.
        </Trans>
      </p>
      <PasswordInput
        label={t`Your password`}
        name="password"
        autoComplete="current-password"
        error={missing ? t`Enter your password.` : wrong}
        visibilityToggleButtonProps={{ "aria-label": t`Show password`, tabIndex: 0 }}
      />
      <Button type="submit" loading={begin.isPending}>
        <Trans>Set up</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {begin.isError && wrong === undefined && sentenceOf(begin.error)}
      </p>
    </form>
  );
}
