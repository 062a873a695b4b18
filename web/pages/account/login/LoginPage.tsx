import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { PlainShell } from "../../../app/shell/PlainShell.tsx";
import classes from "../account.module.css";

/** Signing in with e-mail and password. What was typed stays after a failure. */
export function LoginPage(): ReactNode {
  const router = useRouter();
  const client = useQueryClient();
  const { return_to, signed_out } = useSearch({ from: "/login" });
  const password = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<{ email: string | null; password: string | null }>();
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => call("POST /v1/session", { body }),
    onSuccess: async () => {
      client.clear();
      await router.navigate({ href: return_to ?? "/", replace: true });
    },
    onError: () => password.current?.select(),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const typed = { email: text("email").trim(), password: text("password") };
    const wrong = {
      email: typed.email === "" ? "Enter your e-mail address." : null,
      password: typed.password === "" ? "Enter your password." : null,
    };
    setMissing(wrong);
    if (wrong.email !== null || wrong.password !== null) {
      event.currentTarget
        .querySelector<HTMLInputElement>(wrong.email === null ? "[name=password]" : "[name=email]")
        ?.focus();
      return;
    }
    if (!signIn.isPending) signIn.mutate(typed);
  };
  return (
    <PlainShell>
      <title>Sign in · Dripline</title>
      <form noValidate className={classes.card} onSubmit={submit} aria-labelledby="sign-in">
        <div>
          <h1 id="sign-in">Sign in</h1>
          <p className={classes.lead}>See where your buildings lose water, and what it costs.</p>
        </div>
        {signed_out === "no" && (
          <p className={classes.notice}>
            The server did not answer the logout, so you may still be signed in. Sign in and log out again.
          </p>
        )}
        <TextInput
          label="E-mail"
          name="email"
          error={missing?.email}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
        />
        <PasswordInput
          ref={password}
          label="Password"
          name="password"
          error={missing?.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          Sign in
        </Button>
        <p className={classes.error} role="alert">
          {signIn.isError && sentenceOf(signIn.error)}
        </p>
      </form>
    </PlainShell>
  );
}
