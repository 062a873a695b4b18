import { z } from "zod";
import { call } from "../call/call.ts";
import { id, paged, paging } from "../call/fields.ts";

const gatewayToken = z.object({
  id: z.number().int(),
  gateway_serial_number: z.string(),
  created_at: z.string(),
  /** Exact to a minute; null: never. */
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

const ofProperty = z.strictObject({ id });

export const gatewayTokenCalls = {
  "GET /v1/admin/properties/{id}/gateway-tokens": call({
    access: "admin",
    summary: "The tokens of a property's gateways, newest first, including revoked ones; never the tokens themselves.",
    params: ofProperty,
    query: z.strictObject(paging),
    response: paged(gatewayToken),
  }),
  "POST /v1/admin/properties/{id}/gateway-tokens": call({
    access: "admin",
    summary:
      "Creates a token with which a gateway sends readings of its property. The token is in this answer only; the gateway sends it as Authorization: Bearer dlg_…",
    params: ofProperty,
    body: z.strictObject({
      gateway_serial_number: z.string().min(1, "Choose the gateway.").max(100).describe("As in the inventory."),
    }),
    response: gatewayToken.extend({ token: z.string() }),
    status: 201,
  }),
  "DELETE /v1/admin/properties/{id}/gateway-tokens/{token_id}": call({
    access: "admin",
    summary: "Revokes a token; the gateway's next message with it is rejected.",
    params: z.strictObject({ id, token_id: id }),
    response: gatewayToken,
  }),
};
