import { z } from "zod";

const serial = z.string().min(1).max(100);
const at = z.iso.datetime({
  offset: true,
  error: "Send an ISO time with its offset, such as 2026-01-31T14:00:00Z.",
});
const battery = z
  .number()
  .min(0)
  .max(100)
  .nullish()
  .describe("Battery level, 0 to 100 percent; omit it without a battery.");
const signal = z.number().min(-200).max(50).nullish().describe("Strength of the radio signal in dBm, such as -87.");
const deviceReport = z.strictObject({
  serial,
  last_seen_at: at
    .optional()
    .describe("When the gateway last received its message; by default the heartbeat's own time."),
  battery,
  signal,
});

/** The status that a gateway reports of itself and its devices, over HTTP and MQTT. */
export const heartbeat = z.strictObject({
  sent_at: at.optional().describe("The gateway's clock when sending; by default the time of arrival."),
  battery,
  signal,
  routers: z.array(deviceReport).max(1000).optional(),
  meters: z.array(deviceReport).max(10_000).optional(),
});
export type Heartbeat = z.output<typeof heartbeat>;

export const heartbeatAnswer = z.object({
  accepted: z.number().int().describe("Number of devices whose state was stored, including the gateway."),
  rejected: z.array(
    z.object({
      device: z.enum(["gateway", "router", "meter"]),
      serial: z.string(),
      code: z.enum(["unknown_serial", "future", "past"]),
      reason: z.string(),
    }),
  ),
});
export type HeartbeatAnswer = z.infer<typeof heartbeatAnswer>;
