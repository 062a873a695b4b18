import type { FastifyRequest } from "fastify";
import type { SingleSignOnFailure } from "../../../contract/accounts/single-sign-on-failures.ts";
import { recordFailedSignIn } from "../../accounts/sessions/session-record.ts";
import type { SignInGuard } from "../../accounts/sessions/sign-in-guard.ts";
import { failureOf, logged } from "../../accounts/single-sign-on/failure.ts";
import { findAccount } from "../../accounts/single-sign-on/find-account.ts";
import type { Identity } from "../../accounts/single-sign-on/identity.ts";
import { CODE_MS, clearedStep, type KeptStep, stepCookie } from "../../accounts/single-sign-on/kept-step.ts";
import type { Provider } from "../../accounts/single-sign-on/provider.ts";
import type { Transactional } from "../../database/connect.ts";
import { type SessionDeps, startSession } from "./start-session.ts";

export interface SignOnDeps extends SessionDeps {
  /** Separate from passwords: a brute-force attack on those blocks nobody's single sign-on. */
  signOnGuard: SignInGuard;
}

/** How these sign-ins are logged. */
export const bySignOn = { how: "single sign-on" } as const;

/** The query of the provider's redirect. */
export type ProviderAnswer = Readonly<Record<string, string | undefined>> & { state?: string | undefined };

/** The outcome of a sign-in at the provider, and its cookies. */
export interface CallbackResult {
  /** `code`: the account's own second factor is still to come. */
  outcome: "signed in" | "code" | SingleSignOnFailure;
  cookies: string[];
}

/** Signs in whoever the provider redirects back. Failures are logged in the audit log, except when throttled. */
export async function handleOidcCallback(
  deps: SignOnDeps,
  provider: Provider,
  request: FastifyRequest,
  { step, answer }: { step: KeptStep | null; answer: ProviderAnswer },
): Promise<CallbackResult> {
  const { connections } = deps;
  // Only a flow that this browser began: prevents login CSRF, signing somebody in to a stranger's account by a link.
  const own = step?.step === "away" && answer.state === step.state ? step : null;
  const guard = own === null ? deps.guard : deps.signOnGuard;
  const attempt = `single sign-on ${answer.state ?? ""}`;
  const record = (reason: SingleSignOnFailure) =>
    connections.accounts.transaction().execute((tx) => fail(tx, deps, request, reason, ""));
  const hold = await guard.begin(attempt, request.ip);
  if (hold !== null) {
    if (hold.isFirst) await record("too_many");
    return { outcome: "too_many", cookies: [] };
  }
  if (own === null) return { outcome: await record("expired"), cookies: [] };
  const identity = await identify(provider, request, own, answer);
  const back = await connections.accounts
    .transaction()
    .execute((tx) => signInIdentity(tx, deps, request, identity, own.return_to));
  if (back.outcome === "signed in" || back.outcome === "code") await guard.succeeded(attempt, request.ip);
  return back;
}

async function identify(
  provider: Provider,
  request: FastifyRequest,
  step: Extract<KeptStep, { step: "away" }>,
  answer: ProviderAnswer,
): Promise<Identity | SingleSignOnFailure> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) query.set(name, value);
  try {
    return await provider.identify(query, step);
  } catch (error) {
    request.log.warn(logged(error), "A single sign-on came to nothing");
    return failureOf(error);
  }
}

async function signInIdentity(
  tx: Transactional,
  deps: SignOnDeps,
  request: FastifyRequest,
  identity: Identity | SingleSignOnFailure,
  return_to: string,
): Promise<CallbackResult> {
  const { cookie, clock } = deps;
  const cookies = [clearedStep(cookie)];
  if (typeof identity === "string") return { outcome: await fail(tx, deps, request, identity, ""), cookies };
  const account = await findAccount(tx, identity, { requestId: request.id, at: clock() });
  if (typeof account === "string") {
    return { outcome: await fail(tx, deps, request, account, identity.email ?? ""), cookies };
  }
  const { hadSecondFactor } = identity;
  const authenticated = { account, hadSecondFactor, code: undefined, facts: bySignOn };
  const started = await startSession(tx, deps, request, authenticated);
  if (Array.isArray(started)) return { outcome: "signed in", cookies: [...started, ...cookies] };
  const now = clock();
  const step: KeptStep = { step: "code", user_id: account.id, email: account.email, return_to, until: now + CODE_MS };
  return { outcome: "code", cookies: [stepCookie(cookie, step, now)] };
}

async function fail(
  tx: Transactional,
  { clock }: SignOnDeps,
  request: FastifyRequest,
  reason: SingleSignOnFailure,
  email: string,
): Promise<SingleSignOnFailure> {
  await recordFailedSignIn(tx, email, { requestId: request.id, at: clock() }, { ...bySignOn, reason });
  return reason;
}
