/** Why a single sign-on failed. The sign-in page has a message for each. */
export const singleSignOnFailures = [
  /** Started too long ago, in another browser, or not at all. */
  "expired",
  /** The provider denied the sign-in, or the user cancelled it there. */
  "declined",
  /** The provider does not answer. */
  "unavailable",
  /** The provider's response cannot be verified. */
  "failed",
  /** The provider does not state that the e-mail address is verified. */
  "unverified_email",
  /** No account has the e-mail address. */
  "unknown_account",
  /** The account with the e-mail address is linked to another identity at the provider. */
  "other_identity",
  /** Too many failed attempts from the same IP address. */
  "too_many",
  /** A failure on this server, such as an unreachable database. */
  "not_now",
] as const;
export type SingleSignOnFailure = (typeof singleSignOnFailures)[number];
