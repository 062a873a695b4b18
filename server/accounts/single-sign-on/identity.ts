import { z } from "zod";

/** What a provider says of somebody who signed in there. */
export interface Identity {
  issuer: string;
  /** Who it is at the provider, for good. */
  subject: string;
  /** Lower case; null: not told. */
  email: string | null;
  /** Whether the provider knows that the e-mail is theirs. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** Whether the provider asked for a second factor. */
  hadSecondFactor: boolean;
}

const LONGEST_NAME = 100;

/** A text that a table can hold. */
const text = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"));
const name = text
  .transform((value) => [...value.trim()].slice(0, LONGEST_NAME).join(""))
  .optional()
  .catch(undefined);

const claims = z.object({
  iss: text.max(2000),
  sub: text.min(1).max(255),
  email: text
    .pipe(z.email().max(254))
    .transform((value) => value.toLowerCase())
    .optional()
    .catch(undefined),
  // A text at some providers.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")]).optional(),
  given_name: name,
  family_name: name,
  amr: z.array(z.string()).optional().catch(undefined),
});

/**
 * Reads the claims of a provider whose signature was checked.
 * @param trustsEmails whether an e-mail of which nothing is said counts as verified; one said not to be never does
 * @throws ZodError when they are not of the form that OpenID Connect gives them
 */
export function identityOf(said: object, trustsEmails: boolean): Identity {
  const { iss, sub, email, email_verified, given_name, family_name, amr } = claims.parse(said);
  return {
    issuer: iss,
    subject: sub,
    email: email ?? null,
    isEmailVerified: email_verified ?? trustsEmails,
    firstName: given_name ?? "",
    lastName: family_name ?? "",
    // RFC 8176: more than one factor, whichever they were.
    hadSecondFactor: amr?.includes("mfa") === true,
  };
}
