import type { FastifyReply, FastifyRequest } from "fastify";
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from "../../accounts/second-factor/own-second-factor.ts";
import { personOf } from "../../accounts/sessions/person.ts";
import { readSessionToken } from "../../accounts/sessions/session-cookie.ts";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import type { Routes } from "../route/route.ts";
import { holdBack } from "../throttle/hold-back.ts";
import type { SessionDeps } from "./start-session.ts";

export interface SecondFactorDeps extends SessionDeps {
  /** Limits attempts at the password, or a code, in a session that somebody left open. */
  passwordGuard: SignInGuard;
  /** Whether it is mandatory for staff. */
  staffNeedSecondFactor: boolean;
}

interface Params {
  scope: RequestScope;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Serves a user's own second factor: enrollment, confirmation, removal. */
export function serveSecondFactor(routes: Routes, deps: SecondFactorDeps): void {
  const { connections, cookie, clock, passwordGuard } = deps;
  const isRequired = (scope: RequestScope) => scope.isStaff && deps.staffNeedSecondFactor;
  /** Runs work that requires the password; wrong ones are counted. */
  const withPassword = async <T>({ scope, request, reply }: Params, work: () => Promise<T>): Promise<T> => {
    await holdBack(passwordGuard, String(scope.userId), request, reply);
    const result = await work();
    await passwordGuard.succeeded(String(scope.userId), request.ip);
    return result;
  };

  routes.scoped("GET /v1/me/second-factor", async ({ scope }) => ({
    ...(await secondFactorOf(connections, scope.userId)),
    required: isRequired(scope),
  }));

  routes.scoped("POST /v1/me/second-factor", (input) =>
    withPassword(input, () =>
      beginSecondFactor(connections, personOf(input.scope, input.request, clock), input.body.password, cookie.secret),
    ),
  );

  routes.scoped("POST /v1/me/second-factor/confirm", async ({ body, scope, request, reply }) => {
    // Counted apart from passwords: mistyped codes do not block the password.
    const [account, counted] = [String(scope.userId), `second factor ${scope.userId}`];
    await holdBack(passwordGuard, account, request, reply, counted);
    const kept = readSessionToken(cookie, request.headers.cookie);
    const person = personOf(scope, request, clock);
    const recovery_codes = await confirmSecondFactor(connections, person, body.one_time_code, cookie.secret, kept);
    await passwordGuard.succeeded(account, request.ip, counted);
    return { recovery_codes };
  });

  routes.scoped("POST /v1/me/second-factor/recovery-codes", async (input) => ({
    recovery_codes: await withPassword(input, () =>
      renewRecoveryCodes(connections, personOf(input.scope, input.request, clock), input.body.password),
    ),
  }));

  routes.scoped("POST /v1/me/second-factor/remove", async (input) => {
    if (isRequired(input.scope)) throw new ProblemError("conflict", text`Staff must have a second factor here.`);
    await withPassword(input, () =>
      removeSecondFactor(connections, personOf(input.scope, input.request, clock), input.body.password),
    );
    return { enabled: false };
  });
}
