import { createFirstAdmin, isFirstAdminOpen } from "../../accounts/first-admin.ts";
import { withRoomForPassword } from "../../accounts/passwords/passwords.ts";
import { readDevice } from "../../accounts/sessions/known-device.ts";
import { clearedCookie, readSessionToken } from "../../accounts/sessions/session-cookie.ts";
import { recordFailedSignIn } from "../../accounts/sessions/session-record.ts";
import { rejectsPassword } from "../../accounts/single-sign-on/single-sign-on.ts";
import { hasSession } from "../../accounts/tokens/session-token.ts";
import { whoIs } from "../../accounts/who-is.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Routes } from "../route/route.ts";
import { holdBack } from "../throttle/hold-back.ts";
import { signIn } from "./sign-in.ts";
import type { SingleSignOnDeps } from "./single-sign-on.ts";
import { endSessionOf } from "./start-session.ts";

/** Serves signing in and out, the current user, and the first administrator. */
export function serveSession(routes: Routes, deps: SingleSignOnDeps & { mailer: Mailer }): void {
  const { connections, cookie, guard, clock, singleSignOn, mailer } = deps;
  // A brute-force attack may go on: the owner is offered alternatives to waiting.
  const reset = mailer.canSend ? text`, or choose a new password by “Forgot your password?”` : "";
  const signOn = singleSignOn === null ? "" : text`, or sign in with ${singleSignOn.settings.name}`;
  const advice = text`${reset}${signOn}`;

  routes.scoped("GET /v1/me", ({ scope }) => whoIs(connections, scope, clock));

  routes.open("GET /v1/session", async ({ request }) => {
    const token = readSessionToken(cookie, request.headers.cookie);
    return { signed_in: await hasSession(connections, token, clock()) };
  });

  routes.open("POST /v1/session", ({ body, request, reply }) =>
    withRoomForPassword(async () => {
      const device = readDevice(cookie, request.headers.cookie, body.email);
      await holdBack(guard, body.email, request, reply, device, advice);
      if (singleSignOn !== null && rejectsPassword(singleSignOn, body.email)) {
        const call = { requestId: request.id, at: clock() };
        await connections.accounts.transaction().execute((tx) => recordFailedSignIn(tx, body.email, call));
        throw new ProblemError(
          "forbidden",
          text`With this e-mail address, sign in with ${singleSignOn.settings.name}.`,
        );
      }
      await signIn(deps, request, reply, body).catch(async (error: unknown) => {
        const isHalfDone = error instanceof ProblemError && error.code === "second_factor_needed";
        if (isHalfDone) await guard.awaitsCode(body.email, request.ip, device);
        throw error;
      });
      await guard.succeeded(body.email, request.ip, device);
      return { signed_in: true };
    }),
  );

  routes.open("DELETE /v1/session", async ({ request, reply }) => {
    await connections.accounts.transaction().execute((tx) => endSessionOf(tx, deps, request));
    reply.header("set-cookie", clearedCookie(cookie));
    reply.header("clear-site-data", '"cache", "storage"');
    return { signed_in: false };
  });

  routes.open("GET /v1/first-admin", async () => ({ open: await isFirstAdminOpen(connections) }));

  routes.open("POST /v1/first-admin", async ({ body, request, reply }) => {
    const { first_name: firstName, last_name: lastName, ...rest } = body;
    await createFirstAdmin(connections, clock, { ...rest, firstName, lastName }, request.id);
    await signIn(deps, request, reply, body);
    return { signed_in: true };
  });
}
