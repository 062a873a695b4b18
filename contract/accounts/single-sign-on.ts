import { z } from "zod";
import { call } from "../call/call.ts";

/** Whatever it is, the answer is a page: what does not fit is read as left out. */
const fromProvider = z.string().max(4000).optional().catch(undefined);

export const singleSignOnCalls = {
  "GET /v1/single-sign-on": call({
    access: "public",
    summary: "Whether single sign-on (OpenID Connect) is set up, and the provider's name.",
    response: z.object({
      /** null: they cannot. */
      name: z.string().nullable(),
    }),
  }),
  "POST /v1/single-sign-on": call({
    access: "public",
    summary: "Starts a sign-in at the provider: returns the URL to open, within ten minutes and in the same browser.",
    body: z.strictObject({
      /** The path to go on with; one that leads elsewhere is left out. */
      return_to: z.string().max(2000).optional(),
    }),
    response: z.object({ url: z.string() }),
  }),
  "GET /v1/single-sign-on/callback": call({
    access: "public",
    summary:
      "The OpenID Connect callback: signs the user in and redirects to their page, or to the sign-in page with the reason for a failure.",
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
      "Completes a sign-in at the provider to an account with a second factor of its own, if the provider asked for none: within five minutes, with a code of the app or a recovery code.",
    body: z.strictObject({ one_time_code: z.string().trim().min(6).max(40) }),
    response: z.object({
      /** The page to go on with. */
      return_to: z.string(),
    }),
  }),
};
