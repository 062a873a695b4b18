import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import classes from "../account.module.css";
import { DeadLink } from "../new-password/DeadLink.tsx";
import { firstAdminQuery } from "../sign-in-queries.ts";
import { FirstAdminForm } from "./FirstAdminForm.tsx";

/** Makes the first administrator while there is none. */
export function FirstAdminPage(): ReactNode {
  return (
    <PlainShell>
      <title>First administrator · Dripline</title>
      <Step />
    </PlainShell>
  );
}

function Step(): ReactNode {
  const { token } = useSearch({ from: "/first-admin" });
  const state = useQuery(firstAdminQuery);
  if (state.isError)
    return <ErrorState message={notLoaded("This page", state.error)} onRetry={() => void state.refetch()} />;
  if (state.data === undefined) return null;
  if (!state.data.open) {
    return (
      <DeadLink title="This installation has its administrator">
        <p className={classes.lead}>The link worked once. Sign in with the account that was made with it.</p>
        <Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>
      </DeadLink>
    );
  }
  if (token === undefined) {
    return (
      <DeadLink title="The link is not complete">
        <p className={classes.lead}>
          Open the whole link that the server printed when it started; it ends with a one-time token.
        </p>
      </DeadLink>
    );
  }
  return <FirstAdminForm token={token} />;
}
