import { sql } from "kysely";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import type { Connections } from "../../server/database/connect.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { serialsOf } from "./place-serials.ts";
import { thousandthsOf } from "./thousandths-of.ts";

/** How the stored hours of a place differ from those that were acknowledged: counts of single readings. */
export interface Held {
  lost: number;
  wrong: number;
  /** Stored, though never acknowledged. */
  unasked: number;
}

/**
 * Holds what is stored of a place against the hours of which all its meters were acknowledged, with `thousandthsOf`.
 * @param hours counted from `firstHour` (milliseconds) on
 */
export async function holdAgainst(
  { worker }: Connections,
  place: BenchPlace,
  meters: number,
  firstHour: number,
  hours: readonly number[],
): Promise<Held> {
  const serials = serialsOf(place, meters);
  const rows = await sql<{ serial: string; at: number; gallons: number }>`
    select m.serial_number as serial, h.gallons,
      extract(epoch from (d.day::timestamp at time zone ${place.timeZone}))::bigint * 1000 + (h.n - 1) * 3600000 as at
    from meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id
    cross join lateral unnest(d.gallons) with ordinality as h (gallons, n)
    where d.property_id = ${place.propertyId} and h.gallons is not null`.execute(worker);
  const stored = new Map(rows.rows.map((row) => [`${row.serial} ${row.at}`, row.gallons]));
  const held: Held = { lost: 0, wrong: 0, unasked: stored.size };
  for (const hour of hours) {
    for (const [meter, serial] of serials.entries()) {
      const value = stored.get(`${serial} ${firstHour + hour * HOUR_MS}`);
      if (value === undefined) held.lost++;
      else held.unasked--;
      if (value !== undefined && value !== thousandthsOf(meter, hour)) held.wrong++;
    }
  }
  return held;
}
