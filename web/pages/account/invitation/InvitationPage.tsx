import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";
import { DeadLink } from "../new-password/DeadLink.tsx";
import { useLinkToken } from "../new-password/link-token.ts";
import { InvitationForm } from "./InvitationForm.tsx";

/** Where an invitation's link leads: the first password, and in. */
export function InvitationPage(): ReactNode {
  const token = useLinkToken();
  return (
    <PlainShell>
      <title>Your account · Dripline</title>
      {token === null ? (
        <DeadLink title="The link is not complete">
          <p className={classes.lead}>Open the whole link of your invitation; it ends with a one-time token.</p>
          <Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>
        </DeadLink>
      ) : (
        <InvitationForm token={token} />
      )}
    </PlainShell>
  );
}
