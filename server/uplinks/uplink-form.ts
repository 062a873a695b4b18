import { z } from "zod";

/** How the post of a network server that was refused is read again: as an uplink that came in at that instant. */
export const uplinkForm = z.strictObject({ uplink: z.strictObject({ received_at: z.number().int() }) });
export type UplinkForm = z.infer<typeof uplinkForm>;
