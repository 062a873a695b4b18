import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { sentenceOf } from "../../../app/api-error.ts";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { FirstAdminForm } from "./FirstAdminForm.tsx";
import { firstAdminQuery } from "./route.ts";

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
  if (state.isError) return <ErrorState message={sentenceOf(state.error)} onRetry={() => void state.refetch()} />;
  if (state.data === undefined) return null;
  if (!state.data.open) {
    return (
      <EmptyState
        title="This installation has its administrator"
        sentence="The link worked once. Sign in with the account that was made with it."
        action={<Button renderRoot={(props) => <Link to="/login" {...props} />}>Sign in</Button>}
      />
    );
  }
  if (token === undefined) {
    return (
      <EmptyState
        title="The link is not complete"
        sentence="Open the whole link that the server printed when it started; it ends with a one-time token."
      />
    );
  }
  return <FirstAdminForm token={token} />;
}
