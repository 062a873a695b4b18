import { z } from "zod";
import { numbers } from "../database/query-rows.ts";
import { KnownValue } from "../ingest/rejudge/known-values.ts";

/** A period of service that a swap ended and the one that it began. */
export const SwapFacts = z.object({
  oldMeterId: z.int(),
  oldServiceId: z.int(),
  newMeterId: z.int(),
  newServiceId: z.int(),
  /** Whether the new meter was not in the inventory before. */
  isMade: z.boolean(),
});
export type SwapFacts = z.output<typeof SwapFacts>;

/**
 * What a correction stored, so that exactly this can be deleted again. Excluded ranges, decisions about registers and
 * about volumes in quarantine carry the correction's id themselves.
 */
export const Facts = z.object({
  /** Meters of which something may have changed. */
  meterIds: numbers,
  /** Values that were not stored before. */
  values: z.array(KnownValue),
  /** Volumes that it put in quarantine. */
  quarantined: numbers,
  /** Volumes that it decided on although they counted: they were sent again when their point was allowed to pass them. */
  sentAgain: numbers.default([]),
  /** Rejected rows that it resolved. */
  rejected: numbers,
  swap: SwapFacts.nullable(),
});
export type Facts = z.output<typeof Facts>;
