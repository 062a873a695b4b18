import type { AfterAnswer } from "../../accounts/after-answer.ts";
import { changeMe } from "../../accounts/change-me.ts";
import { keepOrganization } from "../../accounts/keep-organization.ts";
import { mailResetLink, type ResetLinkDeps } from "../../accounts/mails/mail-reset-link.ts";
import { changePassword } from "../../accounts/passwords/change-password.ts";
import { setPasswordByLink } from "../../accounts/passwords/use-link.ts";
import { deviceCookie, readDevice } from "../../accounts/sessions/known-device.ts";
import { endOwnSession, listOwnSessions } from "../../accounts/sessions/own-sessions.ts";
import { personOf } from "../../accounts/sessions/person.ts";
import { readSessionToken } from "../../accounts/sessions/session-cookie.ts";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import { changePreferences, readPreferences } from "../../accounts/users/preferences.ts";
import { whoIs } from "../../accounts/who-is.ts";
import { ProblemError } from "../../problem/problem.ts";
import { pageOf } from "../../query/page.ts";
import type { Routes } from "../route/route.ts";
import { holdBack } from "../throttle/hold-back.ts";
import { signIn } from "./sign-in.ts";
import type { SessionDeps } from "./start-session.ts";

export interface AccountDeps extends SessionDeps, ResetLinkDeps {
  afterAnswer: AfterAnswer;
  /** Limits requests for links. */
  linkGuard: SignInGuard;
  /** Limits password attempts in a session that somebody left open. */
  passwordGuard: SignInGuard;
}

/** Serves a user's own account: passwords, names, sessions, preferences. */
export function serveAccount(routes: Routes, deps: AccountDeps): void {
  const { connections, cookie, clock, passwordGuard } = deps;

  routes.open("POST /v1/password/forgotten", async ({ body, request, reply }) => {
    await holdBack(deps.linkGuard, body.email, request, reply, readDevice(cookie, request.headers.cookie, body.email));
    deps.afterAnswer.begin(() => mailResetLink(deps, body.email, request.id));
    return { accepted: true };
  });

  routes.open("POST /v1/password/reset", async ({ body, request, reply }) => {
    const email = await setPasswordByLink(deps, "reset", body, request.id);
    // Whoever has the link is the owner: from now on throttled attempts of strangers do not block this browser.
    reply.header("set-cookie", deviceCookie(cookie, email));
    return { changed: true };
  });

  routes.open("POST /v1/invitation", async ({ body, request, reply }) => {
    const { first_name: firstName, last_name: lastName, ...link } = body;
    const email = await setPasswordByLink(deps, "invitation", { ...link, firstName, lastName }, request.id);
    // An account that was invited again may have kept its second factor: the link is used, and the password is set.
    const signed_in = await signIn(deps, request, reply, { email, password: body.password }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ProblemError && error.code === "second_factor_needed") return false;
        throw error;
      },
    );
    return { signed_in };
  });

  routes.scoped("PUT /v1/me/password", async ({ body, scope, request, reply }) => {
    const account = String(scope.userId);
    await holdBack(passwordGuard, account, request, reply);
    const kept = readSessionToken(cookie, request.headers.cookie);
    const passwords = { old: body.old_password, new: body.password };
    await changePassword(connections, personOf(scope, request, clock), passwords, kept);
    await passwordGuard.succeeded(account, request.ip);
    return { changed: true };
  });

  routes.scoped("PATCH /v1/me", async ({ body, scope, request }) => {
    await changeMe(connections, personOf(scope, request, clock), body);
    return whoIs(connections, scope, clock);
  });

  routes.scoped("PUT /v1/me/organization", async ({ scope, request }) => {
    const organization_id = scope.currentOrganizationId;
    if (organization_id !== null) await keepOrganization(connections, personOf(scope, request, clock), organization_id);
    return { organization_id };
  });

  routes.scoped("GET /v1/me/sessions", async ({ query, scope, request }) => {
    const token = readSessionToken(cookie, request.headers.cookie);
    const { count, rows } = await listOwnSessions(connections, { userId: scope.userId, token, now: clock() }, query);
    return pageOf(request.url, query, count, rows);
  });

  routes.scoped("DELETE /v1/me/sessions/{id}", async ({ params, scope, request }) => {
    await endOwnSession(connections, personOf(scope, request, clock), params.id);
    return { ended: true };
  });

  routes.scoped("GET /v1/me/preferences", ({ scope }) => readPreferences(connections, scope.userId));

  routes.scoped("PUT /v1/me/preferences", ({ body, scope, request }) =>
    changePreferences(connections, personOf(scope, request, clock), body),
  );
}
