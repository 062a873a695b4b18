import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";

const QuarantinedVolume = z.object({
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
  isRejected: z.boolean(),
});

/**
 * A volume as a device sends it: of one hour, of several that end with it, or of an interval. `at`: begin of the (last)
 * hour or of the interval, milliseconds since the epoch.
 */
export type SentVolume = Omit<z.output<typeof QuarantinedVolume>, "measuredAt" | "isRejected"> & { at: number };

/** Identity of a volume: two with the same key are the same. */
export function keyOfVolume({ meterId, at, gallons, flowTime, events, hours, minutes, sequence }: SentVolume): string {
  return [meterId, at, gallons, flowTime, events, hours, sequence, minutes].join(" ");
}

/**
 * The keys of the volumes of a property that a person rejected, which do not count, whatever their point may pass later, and
 * of those that wait in quarantine.
 */
export async function quarantinedVolumes(
  tx: Transactional,
  propertyId: number,
): Promise<{ rejected: Set<string>; waiting: Set<string> }> {
  const found = await queryRows(tx, QuarantinedVolume)`
    select meter_id as "meterId", measured_at as "measuredAt", gallons, flow_time as "flowTime", events, hours, minutes,
      sequence, decision is not null as "isRejected"
    from quarantined_readings where property_id = ${propertyId} and decision is distinct from 'accepted' and class = 0`;
  const keysOf = (wanted: boolean) =>
    found
      .filter(({ isRejected }) => isRejected === wanted)
      .map(({ measuredAt, ...row }) => keyOfVolume({ ...row, at: measuredAt.getTime() }));
  return { rejected: new Set(keysOf(true)), waiting: new Set(keysOf(false)) };
}
