import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import type { Kind } from "./place.ts";

/** What the names of parameters name, wherever they stand. */
const byName: Readonly<Record<string, Kind>> = {
  organization_id: "organization",
  assigned_organizations: "organization",
  property_id: "property",
  property_ids: "property",
  assigned_properties: "property",
  building_id: "building",
  unit_id: "unit",
  unit_ids: "unit",
  point_id: "point",
  meter_id: "meterId",
  meter: "meter",
  serial: "meter",
  meter_serial_number: "meter",
  meter_serial_numbers: "meter",
  gateway: "gateway",
  gateway_serial_number: "gateway",
  repair_id: "repair",
  event_id: "caseEvent",
  last_seen_event_id: "caseEvent",
  photo_id: "photo",
  photo_ids: "photo",
  message_id: "message",
  import_id: "import",
  quarantine_ids: "quarantined",
  user_id: "user",
  user_ids: "user",
  route_id: "route",
  override_id: "override",
  key_id: "apiKey",
  webhook_id: "webhook",
  subscription_id: "subscription",
  token_id: "gatewayToken",
};

/** What `{id}` names, by the word before it in the path. */
const kindBySegment: Readonly<Record<string, Kind>> = {
  organizations: "organization",
  properties: "property",
  buildings: "building",
  units: "unit",
  points: "point",
  meters: "meterId",
  gateways: "gateway",
  repaired: "leakRepair",
  cases: "leakCase",
  alerts: "alert",
  users: "user",
  staff: "staffUser",
  external: "user",
  "api-keys": "apiKey",
  webhooks: "webhook",
  "gateway-tokens": "gatewayToken",
  sessions: "session",
  "report-subscriptions": "ownSubscription",
  "push-subscriptions": "browser",
};

/**
 * The kind of thing that a parameter of a call names; null when it names none.
 * @throws Error for a name that looks like an id's and is not listed here, so that no parameter goes untried
 */
export function kindOf(path: string, name: string): Kind | null {
  const place = path.indexOf(`/{${name}}`);
  if (name === "id" && place >= 0) {
    const kind = kindBySegment[path.slice(0, place).split("/").at(-1) ?? ""];
    if (kind !== undefined) return kind;
  }
  const kind = byName[name];
  if (kind !== undefined) return kind;
  if (name === "id" || /(_id|_ids|Id|Ids|serial|serials)$/.test(name) || path.includes(`{${name}}`)) {
    throw new Error(
      `What does ${name} name in ${path}? Say so in verify/authorization/parameters.ts, so that it is tried with other tenants' ids.`,
    );
  }
  return null;
}

/** As much of a JSON schema as examples are made from. */
export const jsonSchema = z.looseObject({
  type: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
});
export type JsonSchema = z.infer<typeof jsonSchema>;

/** A part of a call as JSON schema, its input side; an empty one when the call takes none. */
export function schemaOf(call: Call, part: "params" | "query" | "body"): JsonSchema {
  const schema = call[part];
  if (schema === undefined) return {};
  return jsonSchema.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}
