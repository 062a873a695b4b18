import type { Connections } from "../database/connect.ts";
import type { Mailer } from "../mail/mailer.ts";
import { isOwnMachine } from "../network/own-machine.ts";
import type { Clock } from "../time/clock.ts";
import { afterAnswer } from "./after-answer.ts";
import { createAuthenticate } from "./authenticate.ts";
import { sessionCookie } from "./sessions/session-cookie.ts";
import { type SessionLife, USUAL_LIFE } from "./sessions/session-life.ts";
import { createSignInGuard } from "./sessions/sign-in-guard.ts";
import type { SingleSignOnSettings } from "./single-sign-on/settings.ts";
import { openSingleSignOn } from "./single-sign-on/single-sign-on.ts";

export interface AccountsOptions {
  connections: Connections;
  clock: Clock;
  /** The address people use; its scheme decides the flags of the cookie. */
  baseUrl: string;
  /** Signs session cookies and links in mails; at least 32 characters. */
  secret: string;
  mailer: Mailer;
  /** Whether staff without a second factor see nothing but their own account. */
  staffNeedSecondFactor?: boolean;
  /** How long sessions last; left out: the default. */
  sessionLife?: SessionLife;
  /** A provider at which people may sign in; null or left out: there is none. */
  singleSignOn?: SingleSignOnSettings | null;
  /** Takes a sentence for the operator's log. */
  warn: (text: string) => void;
}

/** Everything that signing in needs, made once per server. */
export function openAccounts({
  connections,
  clock,
  baseUrl,
  secret,
  mailer,
  staffNeedSecondFactor = false,
  sessionLife = USUAL_LIFE,
  singleSignOn = null,
  warn,
}: AccountsOptions) {
  const cookie = sessionCookie(baseUrl, secret);
  if (!cookie.secure && !isOwnMachine(new URL(baseUrl).hostname)) {
    warn(`${baseUrl} is not https: passwords and session cookies can be read on the way. Use it for trials only.`);
  }
  return {
    connections,
    cookie,
    clock,
    baseUrl,
    secret,
    mailer,
    staffNeedSecondFactor,
    sessionLife,
    singleSignOn: singleSignOn === null ? null : openSingleSignOn(singleSignOn, baseUrl),
    guard: createSignInGuard(connections, clock, "sign-in"),
    signOnGuard: createSignInGuard(connections, clock, "single-sign-on"),
    linkGuard: createSignInGuard(connections, clock, "link"),
    passwordGuard: createSignInGuard(connections, clock, "password"),
    invitationGuard: createSignInGuard(connections, clock, "invitation"),
    warn,
    afterAnswer: afterAnswer((error) => warn(`A mail for a forgotten password was not queued: ${reasonOf(error)}`)),
    authenticate: createAuthenticate({ connections, cookie, clock, sessionLife, staffNeedSecondFactor }),
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
