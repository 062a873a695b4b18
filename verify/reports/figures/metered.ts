import type { Property, Unit } from "../stored/stored.ts";

/** How many of some units have a meter of these sorts in service. */
export function unitsWith(property: Property, units: readonly Unit[], sorts: readonly string[]): number {
  const services = property.meters.flatMap((meter) => meter.services).filter(({ endedAt }) => endedAt === null);
  return units.filter(({ id }) =>
    services.some(({ unitId, attachedTo }) => unitId === id && sorts.includes(attachedTo)),
  ).length;
}

export const WHOLE = ["SPOE", "DPOE"];
