import { z } from "zod";
import { call } from "../call/call.ts";
import { givenName, id, newSerial, paged, paging } from "../call/fields.ts";
import { deviceStatus } from "./devices.ts";

const name = givenName.max(200, "A name has at most 200 characters.");
const interval = z
  .int("Give whole minutes.")
  .min(1, "A gateway sends at most once a minute.")
  .max(10_080, "A gateway sends at least once a week.");

const station = {
  id: z.number().int(),
  serial_number: z.string(),
  status: deviceStatus,
  /** null: never. */
  last_seen_at: z.string().nullable(),
  /** Meters in service behind it. */
  meters_count: z.number().int(),
};

export const gatewayRow = z.object({
  ...station,
  /** Where it hangs, or whatever people call it. */
  name: z.string(),
  /** Between two messages; how long it counts as online goes by it. */
  interval_minutes: z.number().int(),
  /** Where the meters behind it are. */
  buildings: z.array(z.object({ id: z.number().int(), name: z.string() })),
  routers: z.array(z.object(station)),
  /** Tokens with which it can send. */
  tokens_count: z.number().int(),
});
export type GatewayRow = z.infer<typeof gatewayRow>;

const ofProperty = z.strictObject({ property_id: id });
/** By serial number. */
const ofGateway = z.strictObject({ property_id: id, gateway: z.string().min(1).max(100) });

export const gatewayCalls = {
  "GET /v1/admin/staff/inventory/properties/{property_id}/gateways": call({
    access: "staff",
    summary: "The gateways of a property with their routers, location and last contact, by name.",
    params: ofProperty,
    query: z.strictObject(paging),
    response: paged(gatewayRow),
  }),
  "POST /v1/admin/staff/inventory/properties/{property_id}/gateways": call({
    access: "staff",
    summary: "Adds a gateway, for tokens and meters.",
    params: ofProperty,
    body: z.strictObject({
      serial_number: newSerial,
      name: name.default(""),
      interval_minutes: interval.default(60),
    }),
    response: gatewayRow,
    status: 201,
  }),
  "PATCH /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}": call({
    access: "staff",
    summary: "Changes the serial number, the name or the interval of a gateway; its tokens stay.",
    params: ofGateway,
    body: z
      .strictObject({
        serial_number: newSerial,
        name,
        interval_minutes: interval,
        /** Its values when editing began; the change is rejected if any of them is different by now. */
        expected: z
          .strictObject({ serial_number: z.string(), name: z.string(), interval_minutes: z.number() })
          .partial(),
      })
      .partial(),
    response: gatewayRow,
  }),
  "DELETE /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}": call({
    access: "staff",
    summary: "Removes a gateway without meters and routers, and revokes its tokens.",
    params: ofGateway,
    response: z.object({ removed: z.literal(true) }),
  }),
};
