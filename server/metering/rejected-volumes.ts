import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** A volume as a device sends it: of one hour, of several that end with it, or of an interval. */
export interface SentVolume {
  meterId: number;
  /** Begin of the (last) hour or of the interval, milliseconds since the epoch. */
  at: number;
  /** Thousandths of a gallon. */
  gallons: number;
  flowTime: number | null;
  events: number | null;
  hours: number;
  /** Of an interval its length; null: none. */
  minutes: number | null;
  sequence: number;
}

/** Identity of a volume: two with the same key are the same. */
export function keyOfVolume({ meterId, at, gallons, flowTime, events, hours, minutes, sequence }: SentVolume): string {
  return [meterId, at, gallons, flowTime, events, hours, sequence, minutes].join(" ");
}

/** The keys of all volumes of a property that a person rejected: they do not count, whatever their point may pass later. */
export async function rejectedVolumes(tx: Transactional, propertyId: number): Promise<Set<string>> {
  const found = await sql<Omit<SentVolume, "at"> & { measuredAt: Date }>`
    select meter_id as "meterId", measured_at as "measuredAt", gallons, flow_time as "flowTime", events, hours, minutes,
      sequence
    from quarantined_readings where property_id = ${propertyId} and decision = 'rejected' and class = 0`.execute(tx);
  return new Set(found.rows.map(({ measuredAt, ...row }) => keyOfVolume({ ...row, at: measuredAt.getTime() })));
}
