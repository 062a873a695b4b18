import { z } from "zod";
import { readChirpStack } from "./chirpstack.ts";
import { isFields } from "./field.ts";
import { readThingsStack } from "./things-stack.ts";
import type { NetworkEvent } from "./uplink.ts";

/** How a network server's rejected post is parsed again: as an uplink that arrived at that instant. */
export const uplinkForm = z.strictObject({ uplink: z.strictObject({ received_at: z.number().int() }) });
export type UplinkForm = z.infer<typeof uplinkForm>;

/** Reads the post of an uplink, whichever network server it is of. @throws ProblemError `invalid_fields` for another body */
export function readUplink(body: unknown): NetworkEvent {
  return isFields(body) && "deviceInfo" in body ? readChirpStack("up", body) : readThingsStack(body);
}
