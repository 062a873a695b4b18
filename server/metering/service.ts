import type { Meter, Stretch } from "./inventory.ts";
import { HOUR_MS, type MeterDay } from "./meter-day.ts";

/** Whether a meter was in place all the time between two instants, be it at several points. */
export function stayedInService({ services }: Meter, from: number, until: number): boolean {
  let reached = from;
  for (const service of services) if (service.from <= reached && service.until > reached) reached = service.until;
  return reached >= until;
}

/**
 * A day of a meter that reports hours as its rules may see it: hours that lie wholly outside of its service are not
 * measured, whatever it sent.
 */
export function hoursInService<T extends MeterDay>({ services }: Meter, day: T): T {
  const until = day.startsAt + day.hours * HOUR_MS;
  if (services.some((service) => service.from <= day.startsAt && service.until >= until)) return day;
  const isIn = (slot: number) => services.some((service) => touches(service, day.startsAt + slot * HOUR_MS));
  return { ...day, gallons: day.gallons.map((gallons, slot) => (isIn(slot) ? gallons : null)) };
}

function touches({ from, until }: Stretch, hour: number): boolean {
  return from < hour + HOUR_MS && until > hour;
}
