import type { FastifyReply, FastifyRequest } from "fastify";
import { isPasswordUnchanged, verifyPassword } from "../../accounts/passwords/verify-password.ts";
import { recordFailedSignIn } from "../../accounts/sessions/session-record.ts";
import { type ProblemCode, ProblemError } from "../../problem/problem.ts";
import { type Text, text } from "../../problem/text.ts";
import { type SessionDeps, secondFactorRejections, startSession } from "./start-session.ts";

const rejections: Record<"needed" | "wrong" | "wrong_credentials", [ProblemCode, Text]> = {
  ...secondFactorRejections,
  wrong_credentials: ["wrong_credentials", text`E-mail or password is wrong.`],
};

/** Signs in with a password on this browser. Session and audit log entry are one transaction. */
export async function signIn(
  deps: SessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, password, one_time_code }: { email: string; password: string; one_time_code?: string | undefined },
): Promise<void> {
  const verified = await verifyPassword(deps.connections, email, password);
  const started = await deps.connections.accounts.transaction().execute(async (tx) => {
    const isRight = verified !== null && (await isPasswordUnchanged(tx, verified));
    const authenticated = { hadSecondFactor: false, code: one_time_code, facts: null };
    const started = isRight
      ? await startSession(tx, deps, request, { ...authenticated, account: verified.account })
      : "wrong_credentials";
    if (started === "wrong_credentials" || started === "wrong") {
      await recordFailedSignIn(tx, email, { requestId: request.id, at: deps.clock() });
    }
    return started;
  });
  if (!Array.isArray(started)) throw new ProblemError(...rejections[started]);
  reply.header("set-cookie", started);
}
