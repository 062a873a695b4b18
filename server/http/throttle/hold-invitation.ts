import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { holdBack } from "./hold-back.ts";

/**
 * Counts repeated invitations, so that nobody's mailbox is filled. Counted per inviting user, so that nobody blocks
 * others.
 * @throws HeldBack
 */
export function holdInvitation(
  guard: SignInGuard,
  { scope, request, reply }: { scope: RequestScope; request: FastifyRequest; reply: FastifyReply },
  userId: number,
): Promise<void> {
  return holdBack(guard, String(userId), request, reply, `invitation of ${userId} by ${scope.userId}`);
}
