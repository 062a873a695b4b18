import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from "react";
import { sentenceOf } from "../../../app/api-error.ts";
import classes from "../account.module.css";

export interface CodeStepProps {
  pending: boolean;
  /** null: nothing failed. */
  error: Error | null;
  onSubmit(code: string): void;
  /** Back to e-mail and password. */
  onBack(): void;
}

const SHORTEST = 6;

/** The second factor: a code of the authenticator app, or one of the recovery codes. */
export function CodeStep({ pending, error, onSubmit, onBack }: CodeStepProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (error !== null) field.current?.select();
  }, [error]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Apps show six digits as two groups of three.
    const code = String(new FormData(event.currentTarget).get("one_time_code") ?? "").replaceAll(/\s/g, "");
    setMissing(code.length < SHORTEST);
    if (code.length < SHORTEST) return field.current?.focus();
    if (!pending) onSubmit(code);
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit} aria-labelledby="sign-in">
      <TextInput
        ref={field}
        label={t`Code`}
        name="one_time_code"
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={t`Six digits from your authenticator app, or one of your recovery codes.`}
        error={missing ? t`Enter the whole code.` : error !== null && sentenceOf(error)}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
      />
      <Button type="submit" loading={pending} fullWidth>
        <Trans>Continue</Trans>
      </Button>
      <Button variant="default" onClick={onBack} fullWidth>
        <Trans>Back</Trans>
      </Button>
    </form>
  );
}
