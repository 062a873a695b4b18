import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { deviceCookie } from "../accounts/known-device.ts";
import { type Passage, verifySecondFactor } from "../accounts/second-factor/verify-second-factor.ts";
import { readSessionToken, type SessionCookie } from "../accounts/session-cookie.ts";
import { endSession, type RequestedAt, recordFailedSignIn, recordSignIn } from "../accounts/session-record.ts";
import type { SignIn, Started } from "../accounts/sign-in.ts";
import type { SignInGuard } from "../accounts/sign-in-guard.ts";
import { isPasswordUnchanged } from "../accounts/stored-password.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { type ProblemCode, ProblemError } from "../problem/problem.ts";
import type { Clock } from "../time/clock.ts";

export interface SessionDeps {
  connections: Connections;
  cookie: SessionCookie;
  signIn: SignIn;
  guard: SignInGuard;
  clock: Clock;
}

type Refused = Exclude<Passage, "passed"> | "wrong_credentials";

/** Error messages for sign-ins that did not pass the second factor. */
export const secondFactorRefusals: Record<Exclude<Passage, "passed">, [ProblemCode, string]> = {
  needed: ["second_factor_needed", "Give the code that your authenticator app shows, or a recovery code."],
  wrong: ["wrong_code", "This code is not right, or was used before. Give the one that your app shows next."],
};

const refusals: Record<Refused, [ProblemCode, string]> = {
  wrong_credentials: ["wrong_credentials", "E-mail or password is wrong."],
  ...secondFactorRefusals,
};

/**
 * Signs in on this browser; its previous session ends. The session itself is created before it is in the audit log, but
 * nobody gets its cookie unless it is.
 */
export async function startSession(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, one_time_code }: { email: string; password: string; one_time_code?: string | undefined },
): Promise<void> {
  const started = await deps.signIn(email, password, {
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
  });
  const call = { requestId: request.id, at: deps.clock() };
  const passage = await deps.connections.accounts.transaction().execute(async (tx) => {
    const passage = await passOf(tx, deps, { email, started, code: one_time_code }, call);
    if (passage === "wrong_credentials" || passage === "wrong") await recordFailedSignIn(tx, email, call);
    if (passage !== "passed") return passage;
    await endSessionOf(tx, deps, request);
    await recordSignIn(tx, email, call);
    return passage;
  });
  if (passage !== "passed") throw new ProblemError(...refusals[passage]);
  if (started !== null) reply.header("set-cookie", [...started.cookies, deviceCookie(deps.cookie, email)]);
}

interface Attempt {
  email: string;
  /** null: e-mail and password do not match. */
  started: Started | null;
  code: string | undefined;
}

/** Whether the new session may be used; if not, it is ended with the transaction. */
async function passOf(
  tx: Transactional,
  { cookie }: SessionDeps,
  { email, started, code }: Attempt,
  call: RequestedAt,
): Promise<"passed" | Refused> {
  const token = readSessionToken(cookie, started?.cookies.join(";"));
  if (token === null || started === null) return "wrong_credentials";
  const isRight = await isPasswordUnchanged(tx, email, started.stored);
  const passage = isRight ? await verifySecondFactor(tx, { token, code }, cookie.secret, call) : "wrong_credentials";
  if (passage !== "passed") await sql`delete from sessions where token = ${token}`.execute(tx);
  return passage;
}

/** Ends the session of the request's cookie, if any. Fails with the database: nobody sees a false "signed out". */
export async function endSessionOf(tx: Transactional, { cookie, clock }: SessionDeps, request: FastifyRequest) {
  const token = readSessionToken(cookie, request.headers.cookie);
  if (token !== null) await endSession(tx, token, { requestId: request.id, at: clock() });
}
