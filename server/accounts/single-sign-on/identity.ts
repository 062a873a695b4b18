import { z } from "zod";
import { hiddenIn } from "../../../contract/call/fields.ts";

/** What a provider reports about a person who signed in there. */
export interface Identity {
  issuer: string;
  /** The provider's permanent identifier of the person. */
  subject: string;
  /** Lower case; null: not reported. */
  email: string | null;
  /** Whether the provider verified that the e-mail is theirs. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
  /** Whether the provider required a second factor. */
  hadSecondFactor: boolean;
}

const LONGEST_NAME = 100;

/** A text that the database can store. */
const text = z.string().refine((value) => value.isWellFormed() && !value.includes("\0"));
const name = text
  .refine((value) => hiddenIn(value) === null)
  .transform((value) => [...value.trim()].slice(0, LONGEST_NAME).join(""))
  .optional()
  .catch(undefined);

/** Some providers send a text. */
const verification = z
  .union([z.boolean(), z.enum(["true", "false"]).transform((flag) => flag === "true")])
  .optional()
  .catch(false);

const claims = z.object({
  iss: text.max(2000),
  sub: text.min(1).max(255),
  email: text
    .pipe(z.email().max(254))
    .transform((value) => value.toLowerCase())
    .optional()
    .catch(undefined),
  given_name: name,
  family_name: name,
  amr: z.array(z.string()).optional().catch(undefined),
});

/** Unparsed claims. */
type RawClaims = Readonly<Record<string, unknown>>;

/** Whether these claims settle the e-mail, so that no UserInfo request is needed. */
export function hasEmailClaims({ email, email_verified }: RawClaims): boolean {
  return email !== undefined && email_verified !== undefined;
}

/**
 * Reads the claims of a provider.
 * @param tokenClaims claims of the ID token, whose signature was verified: they decide who it is
 * @param more claims of the UserInfo response; its e-mail takes precedence over the token's
 * @param trustsEmails whether an e-mail without `email_verified` counts as verified; one that either marks unverified
 * never does
 * @throws ZodError when they are not of the form that OpenID Connect defines
 */
export function identityOf(tokenClaims: RawClaims, more: RawClaims, trustsEmails: boolean): Identity {
  const whole = { ...more, ...tokenClaims, amr: tokenClaims.amr, email: more.email ?? tokenClaims.email };
  const { iss, sub, email, given_name, family_name, amr } = claims.parse(whole);
  const verified = [tokenClaims, more]
    .map((one) => verification.parse(one.email_verified))
    .filter((one) => one !== undefined);
  return {
    issuer: iss,
    subject: sub,
    email: email ?? null,
    isEmailVerified: verified.length === 0 ? trustsEmails : verified.every(Boolean),
    firstName: given_name ?? "",
    lastName: family_name ?? "",
    // RFC 8176: more than one factor, whichever they were.
    hadSecondFactor: amr?.includes("mfa") === true,
  };
}
