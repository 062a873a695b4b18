import { z } from "zod";

/** How a network server's rejected post is parsed again: as an uplink that arrived at that instant. */
export const uplinkForm = z.strictObject({ uplink: z.strictObject({ received_at: z.number().int() }) });
export type UplinkForm = z.infer<typeof uplinkForm>;
