import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import { ProblemError, type Sentence } from "../../problem/problem.ts";
import { type Text, text } from "../../problem/text.ts";

/** A wait as text: "1 second", "45 seconds", from two minutes on "14 minutes", rounded up. */
export function waitOf(seconds: number): Text {
  if (seconds >= 120) return text`${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? text`1 second` : text`${seconds} seconds`;
}

/** A throttled attempt. */
export class HeldBack extends ProblemError {
  /** The e-mail as typed, or the id of the account. */
  readonly account: string;
  /** Whether it is the first since an allowed attempt. */
  readonly isFirst: boolean;

  constructor(account: string, seconds: number, isFirst: boolean, advice: Sentence) {
    super("too_many_requests", text`Too many attempts. Try again in ${waitOf(seconds)}${advice}.`);
    this.account = account;
    this.isFirst = isFirst;
  }
}

/**
 * Counts an attempt at an account and, where there were too many, rejects it with the time to wait.
 * @param device one in which the account was signed in before
 * @param advice an alternative to waiting, added after the time: `, or …`
 * @throws HeldBack
 */
export async function holdBack(
  guard: SignInGuard,
  account: string,
  request: FastifyRequest,
  reply: FastifyReply,
  device: string | null = null,
  advice: Sentence = "",
): Promise<void> {
  const hold = await guard.begin(account, request.ip, device);
  if (hold === null) return;
  reply.header("retry-after", String(hold.seconds));
  throw new HeldBack(account, hold.seconds, hold.isFirst, advice);
}
