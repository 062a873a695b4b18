import type { Quarantined } from "../../../contract/readings/repairs.ts";
import type { Transactional } from "../../database/connect.ts";
import { loadDaysOf } from "../../metering/days/load-days.ts";
import { packedUntilOf } from "../../packed-months/unpack-months.ts";
import { asGallons } from "../../query/volume.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";

/** So many hours before and after show whether a value fits. */
const AROUND = 12;

/**
 * For each of these instants (milliseconds since the epoch) the hours of its meter around it, as they count now. null
 * gallons: not measured and not caught up.
 */
export async function hoursAround(
  tx: Transactional,
  propertyId: number,
  timeZone: string,
  wanted: { meterId: number; at: number }[],
): Promise<Quarantined["around"][]> {
  const hours = wanted.map(({ at }) => hoursOf(timeZone, at));
  const keys = new Map<string, { meterId: number; day: number }>();
  for (const [i, { meterId }] of wanted.entries()) {
    for (const at of hours[i] ?? []) {
      const { day } = localDayAt(timeZone, at);
      keys.set(`${meterId} ${day}`, { meterId, day });
    }
  }
  const days = [...keys.values()];
  const meterIds = days.map(({ meterId }) => meterId);
  const loaded = await loadDaysOf(
    tx,
    { propertyId, timeZone, packedUntil: await packedUntilOf(tx, propertyId) },
    meterIds,
    days.map(({ day }) => day),
  );
  return wanted.map(({ meterId }, i) => {
    const stored = new Map((loaded.get(meterId) ?? []).map((day) => [day.day, day]));
    return (hours[i] ?? []).map((at) => {
      const { day, startsAt } = localDayAt(timeZone, at);
      const slot = Math.floor((at - startsAt) / HOUR_MS);
      const found = stored.get(day);
      const measured = found?.gallons[slot] ?? null;
      const caughtUp = found?.estimated?.[slot] ?? null;
      const isCovered = found !== undefined && (found.covered & (1 << slot)) !== 0;
      const isKnown = measured !== null || caughtUp !== null || isCovered;
      return {
        starts_at: new Date(at).toISOString(),
        gallons: isKnown ? asGallons((measured ?? 0) + (caughtUp ?? 0)) : null,
        is_estimated: caughtUp !== null,
      };
    });
  });
}

function hoursOf(timeZone: string, at: number): number[] {
  const { startsAt } = localDayAt(timeZone, at);
  const middle = startsAt + Math.floor((at - startsAt) / HOUR_MS) * HOUR_MS;
  return Array.from({ length: 2 * AROUND + 1 }, (_, i) => middle + (i - AROUND) * HOUR_MS);
}
