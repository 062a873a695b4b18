import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";
import type { Meter, Property } from "../stored/stored.ts";
import { endOfHour } from "./local-time.ts";
import { isMeasured } from "./meter-figures.ts";

const known = new WeakMap<Meter, number | null>();

/** The end of the newest measured hour of a meter, milliseconds since the epoch; null: it never measured one. */
export function newestHourEnd({ timeZone }: Property, meter: Meter): number | null {
  const before = known.get(meter);
  if (before !== undefined) return before;
  let newest: number | null = null;
  for (const [day, hours] of meter.days) {
    const { startsAt } = localDay(timeZone, day);
    for (let hour = 0; hour < hours.hours; hour++) {
      if (isMeasured(hours, hour)) newest = Math.max(newest ?? 0, endOfHour(timeZone, day, startsAt + hour * HOUR_MS));
    }
  }
  known.set(meter, newest);
  return newest;
}

/** Whether a meter measured nothing in the 24 hours before its property's newest reading. */
export function isSilent(property: Property, meter: Meter): boolean {
  const ends = property.meters.map((one) => newestHourEnd(property, one)).filter((end) => end !== null);
  const own = newestHourEnd(property, meter);
  return own === null ? ends.length > 0 : own <= Math.max(...ends) - 24 * HOUR_MS;
}
