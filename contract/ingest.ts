import { z } from "zod";
import { call } from "./call.ts";

/**
 * One reading as a gateway sends it. Either `hour` with `gallons` (a meter that reports hours) or `read_at` with
 * `register` (a meter that reports a cumulative register in its own unit).
 */
export const ingestAnswer = z.object({
  received: z.number().int(),
  stored: z.number().int(),
  duplicate: z.number().int(),
  refused: z.number().int(),
  /** One entry per row, in the order received: what became of it, and for a refused row why and what to do. */
  rows: z.array(
    z.object({
      row: z.number().int(),
      status: z.enum(["stored", "duplicate", "refused"]),
      code: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
});
export type IngestAnswer = z.infer<typeof ingestAnswer>;

/** A reading's fields. Validated row by row, so that one bad row never costs the good ones beside it. */
export const reading = z.union([
  z.strictObject({
    serial: z.string().min(1).max(100),
    hour: z.iso.datetime({ offset: true, local: true }),
    gallons: z.number().min(0),
    flow_time: z.number().min(0).max(60).nullish(),
    events: z.number().int().min(0).max(32_000).nullish(),
    hours: z.number().int().min(1).max(2_400).optional(),
    sequence: z.number().int().min(0).optional(),
  }),
  z.strictObject({
    serial: z.string().min(1).max(100),
    read_at: z.iso.datetime({ offset: true, local: true }),
    register: z.number().min(0),
    sequence: z.number().int().min(0).optional(),
  }),
]);

export const ingestCalls = {
  "POST /v1/ingest/readings": call({
    access: "gateway",
    summary:
      "Stores up to 10,000 readings (a JSON array, an object with `readings`, or NDJSON) and answers after they are safe, row by row. Sending a batch again changes nothing.",
    response: ingestAnswer,
  }),
};
