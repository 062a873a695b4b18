import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignInGuard } from "../accounts/sign-in-guard.ts";
import { ProblemError } from "../problem.ts";

/**
 * Counts an attempt at an account and refuses it, with the time to wait, where there were too many.
 * @param device one in which the account was signed in before
 * @throws ProblemError too_many_requests
 */
export function holdBack(
  guard: SignInGuard,
  account: string,
  request: FastifyRequest,
  reply: FastifyReply,
  device: string | null = null,
): void {
  const wait = guard.begin(account, request.ip, device);
  if (wait === null) return;
  reply.header("retry-after", String(wait));
  throw new ProblemError("too_many_requests", `Too many attempts. Try again in ${wait} seconds.`);
}
