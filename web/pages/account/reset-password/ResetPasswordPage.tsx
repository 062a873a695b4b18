import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";
import { DeadLink } from "../new-password/DeadLink.tsx";
import { useLinkToken } from "../new-password/link-token.ts";
import { ResetPasswordForm } from "./ResetPasswordForm.tsx";

/** Where the link of a forgotten password leads. */
export function ResetPasswordPage(): ReactNode {
  const token = useLinkToken();
  return (
    <PlainShell>
      <title>New password · Dripline</title>
      {token === null ? (
        <DeadLink title="The link is not complete">
          <p className={classes.lead}>Open the whole link of the mail; it ends with a one-time token.</p>
          <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>Ask for another link</Button>
        </DeadLink>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </PlainShell>
  );
}
