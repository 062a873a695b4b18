import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import classes from "../account.module.css";
import { singleSignOnQuery } from "../sign-in-queries.ts";
import { CodeStep } from "./CodeStep.tsx";

/** The account's own second factor, after the provider let somebody in. */
export function SignOnCode(): ReactNode {
  const router = useRouter();
  const client = useQueryClient();
  const { return_to } = useSearch({ from: "/login" });
  const { data } = useQuery(singleSignOnQuery);
  const finish = useMutation({
    mutationFn: (one_time_code: string) => call("POST /v1/single-sign-on/code", { body: { one_time_code } }),
    onSuccess: async (signedIn) => {
      client.clear();
      await router.navigate({ href: signedIn.return_to, replace: true });
    },
  });
  return (
    <>
      <div>
        <h1 id="sign-in">Enter your code</h1>
        <p className={classes.lead}>
          {data?.name ?? "Your provider"} let you in; your account here has a second factor of its own.
        </p>
      </div>
      <CodeStep
        pending={finish.isPending}
        error={finish.error}
        onSubmit={(code) => finish.mutate(code)}
        onBack={() => router.navigate({ to: "/login", search: { return_to }, replace: true })}
      />
    </>
  );
}
