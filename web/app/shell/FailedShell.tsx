import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { FailedPage } from "./FailedPage.tsx";
import { PlainShell } from "./PlainShell.tsx";

/** When it cannot be found out who is signed in: the logo, what happened, and Retry. */
export function FailedShell(props: ErrorComponentProps): ReactNode {
  return (
    <PlainShell>
      <FailedPage {...props} />
    </PlainShell>
  );
}
