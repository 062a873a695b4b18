import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { SingleSignOnFailure } from "../../../../contract/accounts/single-sign-on-failures.ts";
import { call } from "../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../app/api-error.ts";
import { keepSession } from "../../../app/known-session.ts";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";
import { firstAdminQuery, singleSignOnQuery } from "../sign-in-queries.ts";
import { CodeStep } from "./CodeStep.tsx";
import { type Credentials, PasswordStep } from "./PasswordStep.tsx";
import { canBeListenedTo } from "./plain-http.ts";
import { singleSignOnSentence } from "./single-sign-on-text.ts";

/** Signing in: with a password, or at the organization's own provider. */
export function LoginPage(): ReactNode {
  const { single_sign_on } = useSearch({ from: "/login" });
  return (
    <PlainShell>
      <title>{t`Sign in · Dripline`}</title>
      <div className={classes.card}>{single_sign_on === "code" ? <SignOnCode /> : <SignIn />}</div>
    </PlainShell>
  );
}

/** With e-mail and password, and with a code where the account has a second factor. */
function SignIn(): ReactNode {
  const router = useRouter();
  const client = useQueryClient();
  const { return_to, signed_out, password_set, single_sign_on } = useSearch({ from: "/login" });
  const [typed, setTyped] = useState<Credentials>({ email: "", password: "" });
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = useMutation({
    mutationFn: (body: Credentials & { one_time_code?: string }) => call("POST /v1/session", { body }),
    onSuccess: async () => {
      keepSession(true);
      client.clear();
      await router.navigate({ href: return_to ?? "/", replace: true });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "second_factor_needed") setNeedsCode(true);
    },
  });
  const isEmpty = useQuery(firstAdminQuery).data?.open === true;
  // A required second-factor code is the next step, not an error.
  const needed = signIn.error instanceof ApiError && signIn.error.code === "second_factor_needed";
  const error = needed ? null : signIn.error;
  return (
    <>
      <div>
        <h1 id="sign-in">{needsCode ? t`Enter your code` : t`Sign in`}</h1>
        <p className={classes.lead}>
          {needsCode ? t`Signing in as ${typed.email}.` : t`See where your buildings lose water, and what it costs.`}
        </p>
      </div>
      {isEmpty && !needsCode && (
        <p className={classes.notice}>
          <Trans>
            Nobody has an account here yet. Open the link that the server printed when it started: it makes the first
            administrator.
          </Trans>
        </p>
      )}
      {canBeListenedTo(window.location.origin) && (
        <p className={classes.notice}>
          <Trans>
            This connection is not encrypted: others in the network can read your password. Use it for trials only.
          </Trans>
        </p>
      )}
      {signed_out === "no" && (
        <p className={classes.notice}>
          <Trans>The server did not answer the logout, so you may still be signed in. Sign in and log out again.</Trans>
        </p>
      )}
      {single_sign_on !== undefined && single_sign_on !== "code" && !needsCode && (
        <SignOnFailure failure={single_sign_on} />
      )}
      {password_set === "yes" && (
        <p className={classes.done}>
          <Trans>Your new password is set. Sign in with it.</Trans>
        </p>
      )}
      {needsCode ? (
        <CodeStep
          pending={signIn.isPending}
          error={error}
          onSubmit={(one_time_code) => signIn.mutate({ ...typed, one_time_code })}
          onBack={() => {
            signIn.reset();
            setNeedsCode(false);
          }}
        />
      ) : (
        <PasswordStep
          email={typed.email}
          pending={signIn.isPending}
          error={error}
          onSubmit={(credentials) => {
            setTyped(credentials);
            signIn.mutate(credentials);
          }}
        />
      )}
      {!needsCode && <SingleSignOn />}
    </>
  );
}

/** Why somebody is back from the provider and not signed in. */
function SignOnFailure({ failure }: { failure: SingleSignOnFailure }): ReactNode {
  const { data, isPending } = useQuery(singleSignOnQuery);
  // Not first by one name and then by another.
  if (isPending) return null;
  return (
    <p className={classes.notice} role="alert">
      {singleSignOnSentence(failure, data?.name ?? null)}
    </p>
  );
}

/** The way in through the organization's own provider; nothing where there is none. */
function SingleSignOn(): ReactNode {
  const { return_to } = useSearch({ from: "/login" });
  const { data } = useQuery(singleSignOnQuery);
  const begin = useMutation({
    mutationFn: () => call("POST /v1/single-sign-on", { body: { return_to } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (data === undefined || data.name === null) return null;
  return (
    <div className={classes.form}>
      <p className={classes.or}>
        <Trans>or</Trans>
      </p>
      <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()} fullWidth>
        <Trans>Sign in with {data.name}</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {begin.isError && sentenceOf(begin.error)}
      </p>
    </div>
  );
}

/** The account's own second factor, after the provider let somebody in. */
function SignOnCode(): ReactNode {
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
        <h1 id="sign-in">
          <Trans>Enter your code</Trans>
        </h1>
        <p className={classes.lead}>
          <Trans>{data?.name ?? t`Your provider`} let you in; your account here has a second factor of its own.</Trans>
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
