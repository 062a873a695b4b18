import { z } from "zod";
import { call } from "./call.ts";

/** Why a single sign-on failed. The sign-in page has a message for each. */
export const singleSignOnFailure = z.enum([
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
]);
export type SingleSignOnFailure = z.infer<typeof singleSignOnFailure>;

/** Whatever it is, the answer is a page: what does not fit is read as left out. */
const fromProvider = z.string().max(4000).optional().catch(undefined);

export const singleSignOnCalls = {
  "GET /v1/single-sign-on": call({
    access: "public",
    summary: "Whether people can sign in at a provider (OpenID Connect), and what it is called.",
    response: z.object({
      /** null: they cannot. */
      name: z.string().nullable(),
    }),
  }),
  "POST /v1/single-sign-on": call({
    access: "public",
    summary: "Begins a sign-in at the provider: the address to go to, within ten minutes and in the same browser.",
    body: z.strictObject({
      /** The path to go on with; one that leads elsewhere is left out. */
      return_to: z.string().max(2000).optional(),
    }),
    response: z.object({ url: z.string() }),
  }),
  "GET /v1/single-sign-on/callback": call({
    access: "public",
    summary:
      "Where the provider sends people back to: signs them in and goes on to their page, or to the sign-in page with the reason why not.",
    query: z.object({
      code: fromProvider,
      state: fromProvider,
      iss: fromProvider,
      error: fromProvider,
      error_description: fromProvider,
    }),
    response: z.null(),
    status: 303,
  }),
  "POST /v1/single-sign-on/code": call({
    access: "public",
    summary:
      "Ends a sign-in at the provider to an account with a second factor of its own, which the provider did not ask for one: within five minutes, with a code of the app or a recovery code.",
    body: z.strictObject({ one_time_code: z.string().trim().min(6).max(40) }),
    response: z.object({
      /** The page to go on with. */
      return_to: z.string(),
    }),
  }),
};
