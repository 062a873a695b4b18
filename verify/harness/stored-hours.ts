import { z } from "zod";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import type { Connections } from "../../server/database/connect.ts";
import { queryRows } from "../../server/database/query-rows.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { dayText, localDayAt } from "../../server/time/local-day.ts";
import { serialsOf, thousandthsOf } from "./readings.ts";

/** How what is stored differs from what was acknowledged: counts of single readings. */
export interface Difference {
  lost: number;
  wrong: number;
  /** Stored, though never acknowledged. */
  phantom: number;
  /** Thousandths of a gallon by which the totals of days differ from what was acknowledged. */
  volume: number;
}

export const NO_DIFFERENCE: Difference = { lost: 0, wrong: 0, phantom: 0, volume: 0 };

const StoredDay = z.object({
  serial: z.string(),
  day: z.string(),
  gallons: z.array(z.number().nullable()),
  /** Null until the first refresh. */
  gallons_total: z.number().nullable(),
});

/**
 * Compares the stored hours of a place with the ones of which all its meters were acknowledged, with `thousandthsOf`.
 * @param hours counted from `firstHour` (milliseconds) on
 */
export async function compareStored(
  { worker }: Connections,
  place: BenchPlace,
  meters: number,
  firstHour: number,
  hours: readonly number[],
): Promise<Difference> {
  const serials = serialsOf(place, meters);
  const days = await queryRows(worker, StoredDay)`
    select m.serial_number as serial, d.day, d.gallons, d.gallons_total from all_meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id where d.property_id = ${place.propertyId}`;
  const stored = new Map(days.map(({ serial, day, gallons }) => [`${serial} ${day}`, gallons]));
  const count = days.reduce((sum, { gallons }) => sum + gallons.filter((value) => value !== null).length, 0);
  const difference = { lost: 0, wrong: 0, phantom: count, volume: 0 };
  let volume = days.reduce((sum, { gallons_total }) => sum + (gallons_total ?? 0), 0);
  for (const hour of hours) {
    const at = firstHour + hour * HOUR_MS;
    const { day, startsAt } = localDayAt(place.timeZone, at);
    for (const [meter, serial] of serials.entries()) {
      const value = stored.get(`${serial} ${dayText(day)}`)?.[(at - startsAt) / HOUR_MS] ?? null;
      volume -= thousandthsOf(meter, hour);
      if (value === null) difference.lost++;
      else difference.phantom--;
      if (value !== null && value !== thousandthsOf(meter, hour)) difference.wrong++;
    }
  }
  return { ...difference, volume: Math.abs(volume) };
}

export function addDifferences(differences: readonly Difference[]): Difference {
  return differences.reduce(
    (one, other) => ({
      lost: one.lost + other.lost,
      wrong: one.wrong + other.wrong,
      phantom: one.phantom + other.phantom,
      volume: one.volume + other.volume,
    }),
    NO_DIFFERENCE,
  );
}
