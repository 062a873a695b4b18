import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SingleSignOnFailure } from "../../../../contract/accounts/single-sign-on.ts";
import classes from "../account.module.css";
import { singleSignOnQuery } from "../sign-in-queries.ts";
import { singleSignOnSentence } from "./single-sign-on-text.ts";

/** Why somebody is back from the provider and not signed in. */
export function SignOnFailure({ failure }: { failure: SingleSignOnFailure }): ReactNode {
  const { data, isPending } = useQuery(singleSignOnQuery);
  // Not first by one name and then by another.
  if (isPending) return null;
  return (
    <p className={classes.notice} role="alert">
      {singleSignOnSentence(failure, data?.name ?? null)}
    </p>
  );
}
