import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { deviceCookie } from "../accounts/known-device.ts";
import { type Passage, verifySecondFactor } from "../accounts/second-factor/verify-second-factor.ts";
import { signedCookie } from "../accounts/session-cookie.ts";
import type { SessionLife } from "../accounts/session-life.ts";
import { recordSignIn } from "../accounts/session-record.ts";
import type { SignInGuard } from "../accounts/sign-in-guard.ts";
import { openSession } from "../accounts/single-sign-on/open-session.ts";
import type { Transactional } from "../database/connect.ts";
import { endSessionOf, type SessionDeps } from "./start-session.ts";

export interface SignOnSessionDeps extends SessionDeps {
  sessionLife: SessionLife;
  /** Separate from passwords: a brute-force attack on those blocks nobody's single sign-on. */
  signOnGuard: SignInGuard;
}

/** A person authenticated by the provider, and their second factor. */
export interface SignedOn {
  account: { id: number; email: string };
  /** Whether the provider required one: then ours is not required. */
  hadSecondFactor: boolean;
  code?: string;
}

/**
 * Signs in on this browser, as signing in with a password does; its previous session ends.
 * @returns the Set-Cookie values; or why the account's second factor is required first, and then nothing was begun
 */
export async function startSignOnSession(
  tx: Transactional,
  { cookie, clock, sessionLife, ...deps }: SignOnSessionDeps,
  request: FastifyRequest,
  { account, hadSecondFactor, code }: SignedOn,
): Promise<string[] | Exclude<Passage, "passed">> {
  const at = clock();
  const call = { requestId: request.id, at };
  const device = { address: request.ip, userAgent: request.headers["user-agent"] ?? "" };
  const token = await openSession(tx, { userId: account.id, device, hadSecondFactor }, sessionLife, at);
  const passage = hadSecondFactor ? "passed" : await verifySecondFactor(tx, { token, code }, cookie.secret, call);
  if (passage !== "passed") {
    await sql`delete from sessions where token = ${token}`.execute(tx);
    return passage;
  }
  await endSessionOf(tx, { cookie, clock, ...deps }, request);
  await recordSignIn(tx, account.email, call, { how: "single sign-on" });
  return [signedCookie(cookie, token, sessionLife.absoluteMs), deviceCookie(cookie, account.email)];
}
