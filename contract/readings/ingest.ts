import { z } from "zod";
import { call, idempotencyKey } from "../call/call.ts";

export const ingestAnswer = z.object({
  received: z.number().int(),
  stored: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.number().int(),
  /**
   * One entry per row, in the order received: its result, and for a rejected row why and what to do (beyond the first
   * 100 not for rows that are shorter than any reading). A stored row with the code `quarantined` exceeds what its
   * point can pass: it counts once a person accepts it.
   */
  rows: z.array(
    z.object({
      row: z.number().int(),
      status: z.enum(["stored", "duplicate", "rejected"]),
      code: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
});
export type IngestAnswer = z.infer<typeof ingestAnswer>;

export const ingestCalls = {
  "POST /v1/ingest/readings": call({
    access: "gateway",
    maxBodyKib: 8192,
    summary:
      "Stores up to 10,000 readings (a JSON array, an object with `readings`, or NDJSON) and answers after they are stored, row by row. A reading is {serial, hour, gallons, flow_time?, events?, hours?, sequence?} (hour: its start as an ISO time with offset; with hours, of the last hour covered), {serial, started_at, minutes, gallons, flow_time?, events?, sequence?} for an interval of 1, 5, 10, 15, 30 or 60 minutes, or, for a meter with a register, {serial, read_at, register, sequence?}. Sending a batch again changes nothing. A row that is stored with the code `quarantined` is more than its point can pass, and counts once a person accepts it.",
    headers: {
      ...idempotencyKey,
      "Content-Encoding": { description: "gzip, if the body is compressed." },
    },
    response: ingestAnswer,
  }),
};
