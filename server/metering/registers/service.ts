import { HOUR_MS } from "../../time/durations.ts";
import type { WorkDay } from "../days/work-day.ts";
import type { Meter, Stretch } from "../inventory/inventory-types.ts";

/** Whether a meter was in place all the time between two instants, be it at several points. */
export function stayedInService({ services }: Meter, from: number, until: number): boolean {
  let reached = from;
  for (const service of services) if (service.from <= reached && service.until > reached) reached = service.until;
  return reached >= until;
}

/**
 * The most that the points at which a meter was between two instants can pass, in thousandths of a gallon a minute; where
 * it was at none, its last one.
 */
export function mostPerMinuteIn({ services, mostPerMinute }: Meter, from: number, until: number): number {
  const there = mostPerMinute.filter((_, i) => {
    const service = services[i];
    return service !== undefined && service.from < until && service.until > from;
  });
  return Math.max(...(there.length > 0 ? there : mostPerMinute.slice(-1)));
}

/**
 * A day of a meter that reports hours as its rules may see it: hours that lie wholly outside of its service are not
 * measured, whatever it sent.
 */
export function hoursInService({ services }: Meter, day: WorkDay): WorkDay {
  const { startsAt, endsAt } = day;
  if (services.some((service) => service.from <= startsAt && service.until >= endsAt)) return day;
  const isIn = (slot: number) => services.some((service) => touches(service, startsAt + slot * HOUR_MS, endsAt));
  return { ...day, gallons: day.gallons.map((gallons, slot) => (isIn(slot) ? gallons : null)) };
}

function touches({ from, until }: Stretch, hour: number, endsAt: number): boolean {
  return from < Math.min(hour + HOUR_MS, endsAt) && until > hour;
}
