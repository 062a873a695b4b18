import { t } from "@lingui/core/macro";
import type { SingleSignOnFailure } from "../../../../contract/accounts/single-sign-on.ts";
import { textOf } from "../../../app/search-text.ts";

/** The result of a sign-in at the provider. `code`: the account's own second factor is requested next. */
export type SingleSignOnEnd = SingleSignOnFailure | "code";

/** What happened and what to do, for each failure. */
const sentences: Record<SingleSignOnFailure, (provider: string) => string> = {
  expired: () => t`This sign-in took too long, or was started in another browser. Start again.`,
  declined: (provider) => t`${provider} did not let you in. Start again, or ask whoever runs it.`,
  unavailable: (provider) => t`${provider} does not answer. Try again in a few minutes.`,
  failed: (provider) => t`What ${provider} answered could not be verified. Start again.`,
  unverified_email: (provider) =>
    t`${provider} does not confirm that your e-mail address is verified. Verify it there, then start again.`,
  unknown_account: (provider) =>
    t`Nobody here has the e-mail address that ${provider} knows you by. Accounts are made by invitation: ask your administrator for one.`,
  other_identity: (provider) =>
    t`The account with your e-mail address belongs to another account at ${provider}. Ask your administrator.`,
  too_many: () => t`Too many sign-ins from your network failed. Try again in a few minutes.`,
  not_now: () => t`You could not be signed in just now. Try again in a few seconds.`,
};

/** The end that an address names; undefined for none that is known. */
export function singleSignOnEnd(value: unknown): SingleSignOnEnd | undefined {
  const outcome = textOf(value);
  return outcome === "code" || isFailure(outcome) ? outcome : undefined;
}

function isFailure(outcome: string | undefined): outcome is SingleSignOnFailure {
  return outcome !== undefined && Object.hasOwn(sentences, outcome);
}

/** @param provider what it is called; null while that is not known */
export function singleSignOnSentence(failure: SingleSignOnFailure, provider: string | null): string {
  return sentences[failure](provider ?? t`Your provider`);
}
