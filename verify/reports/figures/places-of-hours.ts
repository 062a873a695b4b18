import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay, localDayAt } from "../../../server/time/local-day.ts";
import type { Leak, Meter, Property, Service } from "../stored/stored.ts";
import { type Days, eachDay } from "./days.ts";
import { isMeasured } from "./meter-figures.ts";

/** Where a meter was in the hour that begins at an instant: the hour in which it moves counts at its new place. undefined: nowhere. */
export function serviceAt(meter: Meter | undefined, hour: number): Service | undefined {
  return meter?.services.findLast(
    ({ beganAt, endedAt }) => (beganAt === null || beganAt < hour + HOUR_MS) && (endedAt === null || endedAt > hour),
  );
}

/** The days on which a meter was at a unit, or at none: the day on which it moved counts at its new place. */
export function daysAt({ timeZone }: Property, meter: Meter, unit: number | null, days: Days): number[] {
  const dayOf = (at: number) => localDayAt(timeZone, at).day;
  return eachDay(days).filter((day) => {
    const service = meter.services.findLast(({ beganAt }) => beganAt === null || dayOf(beganAt) <= day);
    return service?.unitId === unit && (service.endedAt === null || dayOf(service.endedAt) >= day);
  });
}

/** Where a leak was. */
export function serviceOf(property: Property, { meterId, startedAt }: Leak): Service | undefined {
  return serviceAt(
    property.meters.find(({ id }) => id === meterId),
    startedAt,
  );
}

/** An hour that a meter measured while it served at a point. */
interface HourAtPoint {
  meterId: number;
  at: number;
  service: Service;
}

/** The measured hours of all meters that ever served at a point, each while it did, some of them in part, in the order of time. */
export function hoursAtPoint({ meters, timeZone }: Property, pointId: number | undefined): HourAtPoint[] {
  const found: HourAtPoint[] = [];
  for (const meter of meters) {
    for (const service of meter.services.filter((one) => one.pointId === pointId)) {
      for (const [day, hours] of meter.days) {
        const { startsAt } = localDay(timeZone, day);
        for (let hour = 0; hour < hours.hours; hour++) {
          const at = startsAt + hour * HOUR_MS;
          const isThere = at + HOUR_MS > (service.beganAt ?? 0) && at < (service.endedAt ?? Number.POSITIVE_INFINITY);
          if (isThere && isMeasured(hours, hour)) found.push({ meterId: meter.id, at, service });
        }
      }
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** The begins of the hours that were wholly measured there from an instant on, without those in which another meter leaked there. */
export function hoursSince(property: Property, leak: Leak, from: number): number[] {
  const hours = hoursAtPoint(property, serviceOf(property, leak)?.pointId).filter(({ meterId, at, service }) => {
    const isWhole = at >= (service.beganAt ?? 0) && at + HOUR_MS <= (service.endedAt ?? Number.POSITIVE_INFINITY);
    const leaks = property.leaks.some(
      (other) =>
        other.meterId === meterId &&
        meterId !== leak.meterId &&
        other.startedAt < at + HOUR_MS &&
        (other.endedAt ?? Number.POSITIVE_INFINITY) > at,
    );
    return at >= from && isWhole && !leaks;
  });
  return [...new Set(hours.map(({ at }) => at))];
}
