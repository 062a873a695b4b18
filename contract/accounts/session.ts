import { z } from "zod";
import { call } from "../call/call.ts";
import { givenName } from "../call/fields.ts";
import { currency, measure } from "./display-settings.ts";
import { userPreferences } from "./preferences.ts";

export const permission = z.enum(["reporting.view_asset_data_report", "reporting.view_property_data_report"]);
export type Permission = z.infer<typeof permission>;

/** Roles of staff: an IONAdmin sees everything, others the organizations that they are assigned. */
export const staffRole = z.enum(["IONAdmin", "ION staff"]);
export type StaffRole = z.infer<typeof staffRole>;

/** What somebody is in an organization. */
export const membershipRole = z.enum(["organization admin", "organization member"]);
export type MembershipRole = z.infer<typeof membershipRole>;

export const role = z.enum([...staffRole.options, ...membershipRole.options]);
export type Role = z.infer<typeof role>;

export const named = z.object({ id: z.number().int(), name: z.string() });
export const roleRow = z.object({ id: z.number().int(), name: role, is_staff: z.boolean() });

/** What is known of an account, to its user and to whoever manages it. */
export const accountFields = {
  /** Each once; of a user of several organizations those of all that are shown. */
  roles: z.array(roleRow),
  assigned_organizations: z.array(named),
  assigned_properties: z.array(named),
  /** null: never signed in. */
  last_login: z.string().nullable(),
  modified_at: z.string(),
  preferences: userPreferences,
};

const LONGEST_PASSWORD = 128;

/** Counted in characters as people see them, kept as typed. What a new one must have is checked apart, rule by rule. */
export const password = z
  .string()
  .min(1)
  .refine((text) => [...text].length <= LONGEST_PASSWORD, `Use at most ${LONGEST_PASSWORD} characters.`);

/** The signed-in user, what they may see, and where the product opens for them. */
export const me = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  business_title: z.string(),
  username: z.string(),
  is_staff: z.boolean(),
  /** The role in the organization they act in; for staff their staff role; null without any. */
  role: role.nullable(),
  permissions: z.array(permission),
  /** Organizations the user may act in, by name. */
  organizations: z.array(named),
  /** The one this request acts in; null for staff, who see all of theirs at once. */
  current_organization_id: z.number().int().nullable(),
  /** In which they read volumes: their own choice, or else that of the organization. */
  measure,
  /** Of costs and prices; null for staff whose organizations have several. */
  currency: currency.nullable(),
  /** Whether they must set up a second factor before anything else is answered. */
  second_factor_missing: z.boolean(),
  ...accountFields,
});
export type Me = z.infer<typeof me>;

const firstAdminBody = z.strictObject({
  token: z.string().min(1).max(200),
  email: z.email().max(254),
  password,
  first_name: givenName.max(100).default(""),
  last_name: givenName.max(100).default(""),
});

export const sessionCalls = {
  "GET /v1/me": call({
    access: "signed-in",
    summary: "The signed-in user, with permissions and organizations.",
    response: me,
  }),
  "GET /v1/session": call({
    access: "public",
    summary: "Whether the caller is signed in; unlike /v1/me, never an error.",
    response: z.object({ signed_in: z.boolean() }),
  }),
  "POST /v1/session": call({
    access: "public",
    summary:
      "Signs in with e-mail and password; the answer sets the session cookie. If the account has a second factor the answer is `second_factor_needed`: send the same again with `one_time_code`, of the app or a recovery code.",
    body: z.strictObject({
      email: z.string().trim().min(1).max(254),
      password,
      one_time_code: z.string().trim().min(6).max(40).optional(),
    }),
    response: z.object({ signed_in: z.literal(true) }),
  }),
  "DELETE /v1/session": call({
    access: "public",
    summary: "Signs out: ends the session and clears its cookie.",
    response: z.object({ signed_in: z.literal(false) }),
  }),
  "GET /v1/first-admin": call({
    access: "public",
    summary: "Whether the installation still waits for its first administrator.",
    response: z.object({ open: z.boolean() }),
  }),
  "POST /v1/first-admin": call({
    access: "public",
    summary: "Creates the first administrator with the one-time token that the server printed, and signs them in.",
    body: firstAdminBody,
    response: z.object({ signed_in: z.literal(true) }),
    status: 201,
  }),
};
