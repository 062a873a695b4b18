import type { FastifyReply, FastifyRequest } from "fastify";
import { readSessionToken, type SessionCookie } from "../accounts/session-cookie.ts";
import { endSession, recordFailedSignIn, recordSignIn } from "../accounts/session-record.ts";
import type { SignIn } from "../accounts/sign-in.ts";
import type { SignInGuard } from "../accounts/sign-in-guard.ts";
import type { Clock } from "../clock.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { ProblemError } from "../problem.ts";

export interface SessionDeps {
  connections: Connections;
  cookie: SessionCookie;
  signIn: SignIn;
  guard: SignInGuard;
  clock: Clock;
}

/**
 * Signs in on this browser; a session that it had before ends. The session itself is made before it is on record, but
 * nobody gets its cookie unless it is.
 */
export async function startSession(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const cookies = await deps.signIn(email, password, {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
  });
  const asked = { requestId: request.id, at: deps.clock() };
  await deps.connections.accounts.transaction().execute(async (tx) => {
    if (cookies === null) return recordFailedSignIn(tx, email, asked);
    await endSessionOf(tx, deps, request);
    await recordSignIn(tx, email, asked);
  });
  if (cookies === null) throw new ProblemError("wrong_credentials", "E-mail or password is wrong.");
  reply.header("set-cookie", cookies);
}

/** Ends the session of the request's cookie, if it has one. Fails when the database does, so that nobody is told "signed out" who is not. */
export async function endSessionOf(tx: Transactional, { cookie, clock }: SessionDeps, request: FastifyRequest) {
  const token = readSessionToken(cookie, request.headers.cookie);
  if (token !== null) await endSession(tx, token, { requestId: request.id, at: clock() });
}
