import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, givenName, id, instantOf, paged, paging } from "../call/fields.ts";
import { permission } from "./session.ts";

const INSTANT = "expires_at must be an instant with its offset, such as 2027-01-01T00:00:00Z.";

export const apiKey = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Its first characters, which identify the key in lists. */
  prefix: z.string(),
  permissions: z.array(permission),
  /** null: all properties of the organization, also those to come. */
  property_ids: z.array(z.number().int()).nullable(),
  /** E-mail of who made it. */
  created_by: z.string(),
  created_at: z.string(),
  /** null: never. */
  expires_at: z.string().nullable(),
  /** Exact to a minute; null: never. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  /**
   * `maker_lacks_rights`: its creator is deleted, no longer an admin, or lacks one of its permissions. Requests with it
   * are rejected until the creator has all of that again.
   */
  state: z.enum(["working", "revoked", "expired", "maker_lacks_rights"]),
});
export type ApiKeyRow = z.infer<typeof apiKey>;

const newApiKey = z.strictObject({
  name: givenName.min(1, "Give the key a name.").max(100, "The name has at most 100 characters."),
  permissions: z.array(permission).min(1, "Choose at least one permission.").max(permission.options.length),
  property_ids: z.array(bodyId).min(1, "Choose at least one property.").max(1000).nullish(),
  expires_at: instantOf(INSTANT).nullish(),
});
export type NewApiKey = z.output<typeof newApiKey>;

const ofOrganization = z.strictObject({ id });

export const apiKeyCalls = {
  "GET /v1/admin/organizations/{id}/api-keys": call({
    access: "admin",
    summary: "The API keys of an organization, newest first, including revoked ones; never the keys themselves.",
    params: ofOrganization,
    query: z.strictObject(paging),
    response: paged(apiKey),
  }),
  "POST /v1/admin/organizations/{id}/api-keys": call({
    access: "admin",
    summary:
      "Creates an API key with which an integrator reads reports of the organization, with at most the permissions and properties of its creator and only while they have them. The key is in this answer only; send it as Authorization: Bearer dlk_…",
    params: ofOrganization,
    body: newApiKey,
    response: apiKey.extend({ key: z.string() }),
    status: 201,
  }),
  "DELETE /v1/admin/organizations/{id}/api-keys/{key_id}": call({
    access: "admin",
    summary: "Revokes a key; the next call with it is rejected.",
    params: z.strictObject({ id, key_id: id }),
    response: apiKey,
  }),
};
