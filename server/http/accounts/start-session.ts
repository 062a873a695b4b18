import type { FastifyRequest } from "fastify";
import { type Passage, verifySecondFactor } from "../../accounts/second-factor/verify-second-factor.ts";
import { deviceCookie } from "../../accounts/sessions/known-device.ts";
import { openSession } from "../../accounts/sessions/open-session.ts";
import { readSessionToken, type SessionCookie, signedCookie } from "../../accounts/sessions/session-cookie.ts";
import type { SessionLife } from "../../accounts/sessions/session-life.ts";
import { endSession, recordSignIn, type SignInFacts } from "../../accounts/sessions/session-record.ts";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import type { ProblemCode } from "../../problem/problem.ts";
import { type Text, text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";

export interface SessionDeps {
  connections: Connections;
  cookie: SessionCookie;
  sessionLife: SessionLife;
  guard: SignInGuard;
  clock: Clock;
}

/** Error messages for sign-ins that did not pass the second factor. */
export const secondFactorRejections: Record<Exclude<Passage, "passed">, [ProblemCode, Text]> = {
  needed: ["second_factor_needed", text`Enter the code that your authenticator app shows, or a recovery code.`],
  wrong: ["wrong_code", text`This code is wrong or was used before. Enter the next one that your app shows.`],
};

/** Somebody whose password or identity was verified, and their second factor. */
export interface Authenticated {
  account: { id: number; email: string };
  /** Whether the provider of a single sign-on required one: then ours is not required. */
  hadSecondFactor: boolean;
  code: string | undefined;
  /** How, where it was not by password. */
  facts: SignInFacts | null;
}

/**
 * Signs in on this browser; its previous session ends.
 * @returns the Set-Cookie values; or why the account's second factor is required first, and then nothing was begun
 */
export async function startSession(
  tx: Transactional,
  deps: SessionDeps,
  request: FastifyRequest,
  { account, hadSecondFactor, code, facts }: Authenticated,
): Promise<string[] | Exclude<Passage, "passed">> {
  const { cookie, sessionLife, clock } = deps;
  const call = { requestId: request.id, at: clock() };
  const passage = hadSecondFactor
    ? "passed"
    : await verifySecondFactor(tx, { userId: account.id, code }, cookie.secret, call);
  if (passage !== "passed") return passage;
  await endSessionOf(tx, deps, request);
  const device = { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
  const token = await openSession(tx, { userId: account.id, device, hadSecondFactor }, sessionLife, call.at);
  await recordSignIn(tx, account.email, call, facts);
  return [signedCookie(cookie, token, sessionLife.absoluteMs), deviceCookie(cookie, account.email)];
}

/** Ends the session of the request's cookie, if any. Fails with the database: nobody sees a false "signed out". */
export async function endSessionOf(
  tx: Transactional,
  { cookie, clock }: Pick<SessionDeps, "cookie" | "clock">,
  request: FastifyRequest,
) {
  const token = readSessionToken(cookie, request.headers.cookie);
  if (token !== null) await endSession(tx, token, { requestId: request.id, at: clock() });
}
