import { sql } from "kysely";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import type { Connections } from "../../server/database/connect.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";

/** How what is stored differs from what was acknowledged. */
export interface Difference {
  acknowledged: number;
  /** Acknowledged readings that are not there. */
  lost: number;
  /** Thousandths of a gallon by which the totals of days differ from what is due for the hours that are there. */
  volume: number;
}

/**
 * Holds the stored hours of places against what `startTraffic` sent.
 * @param hours acknowledged hours by place; one more may be stored whose answer did not arrive
 */
export async function compareStored(
  { worker }: Connections,
  places: readonly BenchPlace[],
  meters: number,
  hours: readonly number[],
): Promise<Difference> {
  const difference = { acknowledged: 0, lost: 0, volume: 0 };
  for (const [i, { propertyId }] of places.entries()) {
    const found = await sql<{ readings: number; gallons: number }>`
      select coalesce(sum((select count(*) from unnest(gallons) value where value is not null)), 0)::bigint as readings,
        coalesce(sum(gallons_total), 0)::bigint as gallons
      from meter_days where property_id = ${propertyId}`.execute(worker);
    const { readings, gallons } = found.rows[0] ?? { readings: 0, gallons: 0 };
    const acknowledged = (hours[i] ?? 0) * meters;
    difference.acknowledged += acknowledged;
    difference.lost += Math.max(0, acknowledged - readings);
    let due = 0;
    const stored = Math.floor(readings / meters);
    for (let hour = 0; hour < stored; hour++) {
      for (let meter = 0; meter < meters; meter++) due += thousandthsOf(meter, hour);
    }
    difference.volume += Math.abs(gallons - due) + (readings % meters);
  }
  return difference;
}
