import { z } from "zod";
import { recordFailedSignIn } from "../../accounts/sessions/session-record.ts";
import { logged } from "../../accounts/single-sign-on/failure.ts";
import { AWAY_MS, clearedStep, readStep, stepCookie } from "../../accounts/single-sign-on/kept-step.ts";
import { newAttempt } from "../../accounts/single-sign-on/provider.ts";
import type { SingleSignOn } from "../../accounts/single-sign-on/single-sign-on.ts";
import { queryRow } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Routes } from "../route/route.ts";
import { holdBack } from "../throttle/hold-back.ts";
import { bySignOn, type CallbackResult, handleOidcCallback, type SignOnDeps } from "./oidc-callback.ts";
import { secondFactorRejections, startSession } from "./start-session.ts";

const UserRow = z.object({ id: z.int(), email: z.string() });

export interface SingleSignOnDeps extends SignOnDeps {
  baseUrl: string;
  /** null: not configured. */
  singleSignOn: SingleSignOn | null;
}

/** Serves sign-in at an OpenID Connect provider. */
export function serveSingleSignOn(routes: Routes, deps: SingleSignOnDeps): void {
  const { connections, cookie, clock, signOnGuard, baseUrl, singleSignOn } = deps;
  const setUp = () => {
    if (singleSignOn === null) throw new ProblemError("not_found", text`Single sign-on is not set up here.`);
    return singleSignOn;
  };

  routes.open("GET /v1/single-sign-on", async () => ({ name: singleSignOn?.settings.name ?? null }));

  routes.open("POST /v1/single-sign-on", async ({ body, request, reply }) => {
    const { provider, settings } = setUp();
    const attempt = newAttempt();
    const url = await provider.addressOf(attempt).catch((error: unknown) => {
      request.log.warn(logged(error), "The provider of single sign-on could not be asked");
      throw new ProblemError("unavailable", text`${settings.name} does not answer. Try again in a few minutes.`);
    });
    const now = clock();
    const return_to = returnPath(body.return_to, baseUrl);
    reply.header("set-cookie", stepCookie(cookie, { step: "away", ...attempt, return_to, until: now + AWAY_MS }, now));
    return { url };
  });

  routes.open("GET /v1/single-sign-on/callback", async ({ query, request, reply }) => {
    const { provider } = setUp();
    const step = readStep(cookie, request.headers.cookie, clock());
    const back = await handleOidcCallback(deps, provider, request, { step, answer: query }).catch(
      (error: unknown): CallbackResult => {
        // The caller is a browser navigation: redirect it to a page instead of sending a problem.
        request.log.error({ err: error }, "A single sign-on could not be ended");
        return { outcome: "not_now", cookies: [clearedStep(cookie)] };
      },
    );
    if (back.cookies.length > 0) reply.header("set-cookie", back.cookies);
    const return_to = step?.return_to ?? "/";
    const isIn = back.outcome === "signed in";
    const path = isIn ? return_to : `/login?${new URLSearchParams({ single_sign_on: back.outcome, return_to })}`;
    // The full URL, so that no path is parsed as another host.
    reply.header("location", `${new URL(baseUrl).origin}${path}`);
    return null;
  });

  routes.open("POST /v1/single-sign-on/code", async ({ body, request, reply }) => {
    const { settings } = setUp();
    const step = readStep(cookie, request.headers.cookie, clock());
    if (step?.step !== "code") throw isOver();
    // Reached only after the provider's authentication: these codes are counted apart from strangers' attempts.
    const counted = `second factor of ${step.user_id}`;
    await holdBack(signOnGuard, step.email, request, reply, counted);
    const started = await connections.accounts.transaction().execute(async (tx) => {
      const account = await queryRow(tx, UserRow)`
        select id, email from users u where id = ${step.user_id} and deleted_at is null
          and exists (select from credentials c where c.user_id = u.id and c.provider_id = ${settings.issuer})
        for update`;
      if (account === undefined) throw isOver();
      const code = body.one_time_code;
      const authenticated = { account, hadSecondFactor: false, code, facts: bySignOn };
      const started = await startSession(tx, deps, request, authenticated);
      if (!Array.isArray(started)) {
        const call = { requestId: request.id, at: clock() };
        await recordFailedSignIn(tx, step.email, call, { ...bySignOn, reason: "wrong_code" });
      }
      return started;
    });
    if (!Array.isArray(started)) throw new ProblemError(...secondFactorRejections[started]);
    await signOnGuard.succeeded(step.email, request.ip, counted);
    reply.header("set-cookie", [...started, clearedStep(cookie)]);
    return { return_to: step.return_to };
  });
}

function isOver(): ProblemError {
  return new ProblemError("forbidden", text`This sign-in took too long. Go back and begin again.`);
}

/**
 * Where to go on after signing in: the wanted page when it lies on this very site, else the first one.
 * @returns a path with its query; never one that a browser reads as another host, such as `//evil.example`
 */
function returnPath(wanted: string | undefined, baseUrl: string): string {
  const { origin } = new URL(baseUrl);
  if (wanted?.startsWith("/") !== true) return "/";
  const url = URL.parse(wanted, origin);
  if (url === null || url.origin !== origin || url.pathname.startsWith("//")) return "/";
  return url.pathname === "/login" || url.pathname.startsWith("/v1/") ? "/" : `${url.pathname}${url.search}`;
}
