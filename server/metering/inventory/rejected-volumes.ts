import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";

const RejectedVolume = z.object({
  meterId: z.int(),
  measuredAt: z.date(),
  /** Thousandths of a gallon. */
  gallons: z.int(),
  flowTime: z.number().nullable(),
  events: z.int().nullable(),
  hours: z.int(),
  /** Of an interval its length; null: none. */
  minutes: z.int().nullable(),
  sequence: z.int(),
});

/**
 * A volume as a device sends it: of one hour, of several that end with it, or of an interval. `at`: begin of the (last)
 * hour or of the interval, milliseconds since the epoch.
 */
export type SentVolume = Omit<z.output<typeof RejectedVolume>, "measuredAt"> & { at: number };

/** Identity of a volume: two with the same key are the same. */
export function keyOfVolume({ meterId, at, gallons, flowTime, events, hours, minutes, sequence }: SentVolume): string {
  return [meterId, at, gallons, flowTime, events, hours, sequence, minutes].join(" ");
}

/** The keys of all volumes of a property that a person rejected: they do not count, whatever their point may pass later. */
export async function rejectedVolumes(tx: Transactional, propertyId: number): Promise<Set<string>> {
  const found = await queryRows(tx, RejectedVolume)`
    select meter_id as "meterId", measured_at as "measuredAt", gallons, flow_time as "flowTime", events, hours, minutes,
      sequence
    from quarantined_readings where property_id = ${propertyId} and decision = 'rejected' and class = 0`;
  return new Set(found.map(({ measuredAt, ...row }) => keyOfVolume({ ...row, at: measuredAt.getTime() })));
}
