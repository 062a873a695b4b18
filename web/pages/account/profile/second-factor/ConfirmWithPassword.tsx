import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import looks from "../../../../app/form/entry.module.css";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import classes from "../profile.module.css";

interface Props<Answer> {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The button that does it. */
  action: string;
  write: (password: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** It takes away what protects the account. */
  destructive?: boolean;
  /** What is lost and what stays. */
  children: ReactNode;
}

/** Asks for the password before something of the second factor changes. */
export function ConfirmWithPassword<Answer>(props: Props<Answer>): ReactNode {
  const { opened, onClose, title, action, write, onDone, destructive, children } = props;
  const client = useQueryClient();
  const formId = useId();
  const [missing, setMissing] = useState(false);
  const mutationKey = ["with password", title];
  const act = useMutation({
    mutationKey,
    mutationFn: write,
    onSuccess: onDone,
    onError: () => inputOf(formId)?.select(),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password") ?? "");
    setMissing(password === "");
    if (password === "") return inputOf(formId)?.focus();
    if (client.isMutating({ mutationKey }) === 0) act.mutate(password);
  };
  const close = () => {
    setMissing(false);
    act.reset();
    onClose();
  };
  const wrong = act.error instanceof ApiError ? act.error.fields.password : undefined;
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      size="small"
      footer={
        <>
          <Button variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={formId}
            className={destructive ? looks.destructive : undefined}
            loading={act.isPending}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className={classes.form} noValidate onSubmit={submit}>
        {children}
        <PasswordInput
          label={t`Your password`}
          name="password"
          autoComplete="current-password"
          data-autofocus
          error={missing ? t`Enter your password.` : wrong}
          visibilityToggleButtonProps={{ "aria-label": t`Show password`, tabIndex: 0 }}
        />
        <p className={classes.error} role="alert">
          {act.error !== null && wrong === undefined && sentenceOf(act.error)}
        </p>
      </form>
    </Dialog>
  );
}

function inputOf(formId: string): HTMLInputElement | null | undefined {
  return document.getElementById(formId)?.querySelector<HTMLInputElement>("[name=password]");
}
