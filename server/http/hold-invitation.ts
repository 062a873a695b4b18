import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignInGuard } from "../accounts/sign-in-guard.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { holdBack } from "./hold-back.ts";

/**
 * Counts that somebody invites somebody again: their mail box is not to be filled. Counted for each who invites, so that
 * nobody keeps others from it.
 * @throws HeldBack
 */
export function holdInvitation(
  guard: SignInGuard,
  { scope, request, reply }: { scope: RequestScope; request: FastifyRequest; reply: FastifyReply },
  userId: number,
): Promise<void> {
  return holdBack(guard, String(userId), request, reply, `invitation of ${userId} by ${scope.userId}`);
}
