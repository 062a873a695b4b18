import { z } from "zod";
import { wrongField } from "../problem/problem.ts";
import { instantOf, type NetworkEvent } from "./uplink.ts";

// Fields that are empty, 0 or false are left out in this JSON.
const gatewayIds = z.looseObject({ gateway_id: z.string().optional(), eui: z.string().optional() });
const webhook = z.looseObject({
  end_device_ids: z.looseObject({ device_id: z.string(), dev_eui: z.string().default("") }),
  received_at: z.string().optional(),
  simulated: z.boolean().default(false),
  uplink_message: z
    .looseObject({
      f_port: z.number().default(0),
      f_cnt: z.number().default(0),
      decoded_payload: z.record(z.string(), z.unknown()).nullish(),
      rx_metadata: z
        .array(z.looseObject({ gateway_ids: gatewayIds.optional(), rssi: z.number().optional() }))
        .default([]),
      received_at: z.string().optional(),
      last_battery_percentage: z.looseObject({ value: z.number().min(0).max(100).default(0) }).optional(),
    })
    .optional(),
});

/**
 * Reads a webhook of The Things Stack v3. Only uplink messages hold something, and simulated ones nothing: they are a
 * person trying the console.
 * @throws ProblemError `invalid_fields` for a body that is no webhook
 */
export function readThingsStack(body: unknown): NetworkEvent {
  const parsed = webhook.safeParse(body);
  if (!parsed.success) {
    throw wrongField(
      "body",
      "This is not the JSON of a webhook of The Things Stack (version 3). Choose JSON as the webhook's format.",
    );
  }
  const { end_device_ids: ids, received_at, simulated, uplink_message: message } = parsed.data;
  if (message === undefined || simulated) return { kind: "nothing" };
  return {
    kind: "uplink",
    uplink: {
      devEui: ids.dev_eui,
      deviceName: ids.device_id,
      payload: message.decoded_payload ?? null,
      receivedAt: instantOf(message.received_at ?? received_at),
      fCnt: message.f_cnt,
      fPort: message.f_port,
      battery: message.last_battery_percentage?.value ?? null,
      receivedBy: message.rx_metadata.map(({ gateway_ids, rssi }) => ({
        ids: [gateway_ids?.eui, gateway_ids?.gateway_id].filter((id) => id !== undefined),
        signal: rssi ?? null,
      })),
    },
  };
}
