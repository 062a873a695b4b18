import { t } from "@lingui/core/macro";
import type { SingleSignOnFailure } from "../../../../contract/accounts/single-sign-on-failures.ts";

/** What happened and what to do, for each failure. */
const sentences: Record<SingleSignOnFailure, (provider: string) => string> = {
  expired: () => t`This sign-in took too long, or was started in another browser. Start again.`,
  declined: (provider) => t`${provider} did not let you in. Start again, or ask your administrator.`,
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

/** @param provider what it is called; null while that is not known */
export function singleSignOnSentence(failure: SingleSignOnFailure, provider: string | null): string {
  return sentences[failure](provider ?? t`Your provider`);
}
