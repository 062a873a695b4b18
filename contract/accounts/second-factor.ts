import { z } from "zod";
import { call } from "../call/call.ts";
import { password } from "./session.ts";

const withPassword = z.strictObject({ password });
/** Shown once; each replaces one code of the app. */
const recovery_codes = z.array(z.string());

export const secondFactorCalls = {
  "GET /v1/me/second-factor": call({
    access: "signed-in",
    summary:
      "Whether sign-ins to the caller's account need a code of an authenticator app, and for whom it is required.",
    response: z.object({
      enabled: z.boolean(),
      /** Whether this account may not be without. */
      required: z.boolean(),
      recovery_codes_left: z.number().int(),
    }),
  }),
  "POST /v1/me/second-factor": call({
    access: "signed-in",
    summary:
      "Starts setting up a second factor (TOTP): returns the secret for an authenticator app. Sign-ins need it once confirmed.",
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
    summary: "Confirms the second factor with its first code; all other sessions of the account end.",
    body: z.strictObject({ one_time_code: z.string().trim().min(6).max(10) }),
    response: z.object({ recovery_codes }),
  }),
  "POST /v1/me/second-factor/recovery-codes": call({
    access: "signed-in",
    summary: "Replaces the remaining recovery codes by ten new ones.",
    body: withPassword,
    response: z.object({ recovery_codes }),
  }),
  "POST /v1/me/second-factor/remove": call({
    access: "signed-in",
    summary: "Removes the second factor; rejected if the account needs one.",
    body: withPassword,
    response: z.object({ enabled: z.literal(false) }),
  }),
};
