import { z } from "zod";
import { call } from "../call/call.ts";
import { givenName, id, paged, paging } from "../call/fields.ts";
import { me, password } from "./session.ts";

const LONGEST_TITLE = 80;

const token = z.string().min(1).max(200);
const name = givenName.max(100, "A name has at most 100 characters.");

/** One place where somebody is signed in. */
const session = z.object({
  id: z.number().int(),
  /** Whether it is the one that asks. */
  current: z.boolean(),
  signed_in_at: z.iso.datetime(),
  /** To the minute. */
  last_seen_at: z.iso.datetime(),
  /** When it expires without further requests; each request extends it, up to SESSION_HOURS after sign-in. */
  expires_at: z.iso.datetime(),
  ip_address: z.string(),
  user_agent: z.string(),
});

export const accountCalls = {
  "POST /v1/password/forgotten": call({
    access: "public",
    summary:
      "Mails a link to choose a new password, valid once and for 30 minutes, if an account has this email. The answer is the same if none has.",
    body: z.strictObject({ email: z.string().trim().min(1).max(254) }),
    response: z.object({ accepted: z.literal(true) }),
    status: 202,
  }),
  "POST /v1/password/reset": call({
    access: "public",
    summary: "Sets a new password with the token of a mailed link, and ends all sessions of the account.",
    body: z.strictObject({ token, password }),
    response: z.object({ changed: z.literal(true) }),
  }),
  "POST /v1/invitation": call({
    access: "public",
    summary: "Accepts an invitation with the token of its link: sets names and the first password, and signs in.",
    body: z.strictObject({ token, first_name: name.optional(), last_name: name.optional(), password }),
    response: z.object({
      signed_in: z.boolean().describe("false: the account has a second factor, so its user signs in with a code."),
    }),
    status: 201,
  }),
  "PUT /v1/me/password": call({
    access: "signed-in",
    summary: "Changes the caller's password and ends all other sessions of the account.",
    body: z.strictObject({ old_password: password, password }),
    response: z.object({ changed: z.literal(true) }),
  }),
  "PATCH /v1/me": call({
    access: "signed-in",
    summary: "Changes the caller's names and business title; omitted fields stay.",
    body: z
      .strictObject({
        first_name: name,
        last_name: name,
        business_title: givenName.max(LONGEST_TITLE, `Business title must be less than ${LONGEST_TITLE} characters`),
      })
      .partial(),
    response: me,
  }),
  "PUT /v1/me/organization": call({
    access: "signed-in",
    summary:
      "Stores the organization in X-CURRENT-ORGANIZATION-ID as the default of the account's requests without that header.",
    /** null: staff act in all of theirs at once, and nothing is kept. */
    response: z.object({ organization_id: z.number().int().nullable() }),
  }),
  "GET /v1/me/sessions": call({
    access: "signed-in",
    summary: "The sessions of the account, the last seen first.",
    query: z.strictObject(paging),
    response: paged(session),
  }),
  "DELETE /v1/me/sessions/{id}": call({
    access: "signed-in",
    summary: "Ends one of the caller's sessions; its next request is rejected.",
    params: z.strictObject({ id }),
    response: z.object({ ended: z.literal(true) }),
  }),
};
