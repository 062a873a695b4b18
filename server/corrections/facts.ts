import type { KnownValue } from "../ingest/known-values.ts";

/** A period of service that a swap ended and the one that it began. */
export interface SwapFacts {
  oldMeterId: number;
  oldServiceId: number;
  newMeterId: number;
  newServiceId: number;
  /** Whether the new meter was not in the inventory before. */
  isMade: boolean;
}

/**
 * What a correction stored, so that exactly this can be deleted again. Excluded ranges, decisions about registers and
 * about volumes in quarantine carry the correction's id themselves.
 */
export interface Facts {
  /** Meters of which something may have changed. */
  meterIds: number[];
  /** Values that were not stored before. */
  values: KnownValue[];
  /** Volumes that it put in quarantine. */
  quarantined: number[];
  /** Rejected rows that it resolved. */
  refused: number[];
  swap: SwapFacts | null;
}
