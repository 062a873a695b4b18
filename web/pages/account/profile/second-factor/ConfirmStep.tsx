import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { CopyText } from "../../../../components/CopyText.tsx";
import classes from "../../account.module.css";

export interface ConfirmStepProps {
  begun: CallAnswer<"POST /v1/me/second-factor">;
  onConfirmed(recoveryCodes: readonly string[]): void;
  onBack(): void;
}

/** The secret for the app, and its first code, which puts the second factor to work. */
export function ConfirmStep({ begun, onConfirmed, onBack }: ConfirmStepProps): ReactNode {
  const [missing, setMissing] = useState(false);
  const confirm = useMutation({
    mutationFn: (one_time_code: string) => call("POST /v1/me/second-factor/confirm", { body: { one_time_code } }),
    onSuccess: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("one_time_code") ?? "").replaceAll(/\s/g, "");
    setMissing(!/^\d{6}$/.test(code));
    if (/^\d{6}$/.test(code) && !confirm.isPending) confirm.mutate(code);
  };
  const error = missing ? t`Enter the six digits that the app shows.` : confirm.isError && sentenceOf(confirm.error);
  return (
    <form className={classes.steps} noValidate onSubmit={submit}>
      <p>
        <Trans>
          Scan this with your authenticator app, or <a href={begun.app_url}>open the app on this device</a>.
        </Trans>
      </p>
      <QRCodeSVG className={classes.qr} value={begun.app_url} size={176} marginSize={4} title={t`Key for your app`} />
      <p className={classes.key}>
        <Trans>
          Or type the key: <CopyText text={begun.secret} label="key" />
        </Trans>
      </p>
      <TextInput
        label={t`First code`}
        name="one_time_code"
        inputWrapperOrder={["label", "input", "description", "error"]}
        description={t`The six digits that the app shows now.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        error={error}
        autoFocus
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={confirm.isPending}>
          <Trans>Confirm</Trans>
        </Button>
        <Button variant="default" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  );
}
