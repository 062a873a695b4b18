import { z } from "zod";
import { call } from "./call.ts";
import { password } from "./session.ts";

const withPassword = z.strictObject({ password });
/** Shown once; each replaces one code of the app. */
const recovery_codes = z.array(z.string());

export const secondFactorCalls = {
  "GET /v1/me/second-factor": call({
    access: "signed-in",
    summary: "Whether sign-ins to the own account ask for a code of an authenticator app, and for whom they must.",
    response: z.object({
      enabled: z.boolean(),
      /** Whether this account may not be without. */
      required: z.boolean(),
      recovery_codes_left: z.number().int(),
    }),
  }),
  "POST /v1/me/second-factor": call({
    access: "signed-in",
    summary: "Begins a second factor (TOTP): the secret for an authenticator app. Sign-ins ask for it once confirmed.",
    body: withPassword,
    response: z.object({
      secret: z.string(),
      /** The same for a QR code: otpauth://totp/… */
      app_url: z.string(),
    }),
    status: 201,
  }),
  "POST /v1/me/second-factor/confirm": call({
    access: "signed-in",
    summary: "Puts the second factor to work with a first code of it; all other sessions of the account end.",
    body: z.strictObject({ one_time_code: z.string().trim().min(6).max(10) }),
    response: z.object({ recovery_codes }),
  }),
  "POST /v1/me/second-factor/recovery-codes": call({
    access: "signed-in",
    summary: "Gives ten new recovery codes in place of those that are left.",
    body: withPassword,
    response: z.object({ recovery_codes }),
  }),
  "POST /v1/me/second-factor/remove": call({
    access: "signed-in",
    summary: "Removes the second factor; refused where the account may not be without.",
    body: withPassword,
    response: z.object({ enabled: z.literal(false) }),
  }),
};
