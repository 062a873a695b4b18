import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import classes from "../account.module.css";
import { singleSignOnQuery } from "../sign-in-queries.ts";

/** The way in through the organization's own provider; nothing where there is none. */
export function SingleSignOn(): ReactNode {
  const { return_to } = useSearch({ from: "/login" });
  const { data } = useQuery(singleSignOnQuery);
  const begin = useMutation({
    mutationFn: () => call("POST /v1/single-sign-on", { body: { return_to } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (data === undefined || data.name === null) return null;
  return (
    <div className={classes.form}>
      <p className={classes.or}>or</p>
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()} fullWidth>
        Sign in with {data.name}
      </Button>
      <p className={classes.error} role="alert">
        {begin.isError && sentenceOf(begin.error)}
      </p>
    </div>
  );
}
