import { z } from "zod";
import type { AttachedTo } from "../../readings/meter-day.ts";

const perMinute = z.number().positive().max(100_000);

/**
 * Every number of the metering rules, with its default. An organization overrides single ones; parsing its (possibly
 * empty) overrides gives the complete settings and throws on an unknown name or an impossible value.
 *
 * The most that a kind of point can pass, in gallons a minute. A toilet's or a heater's branch is half an inch wide, a
 * unit's pipe three quarters to one inch, a building's up to four.
 */
export const meteringSettings = z.strictObject({
  mostToilet: perMinute.default(10),
  mostHeater: perMinute.default(15),
  mostUnit: perMinute.default(25),
  mostIrrigation: perMinute.default(60),
  mostBuilding: perMinute.default(400),
});

export type MeteringSettings = z.infer<typeof meteringSettings>;

export const defaultMeteringSettings: MeteringSettings = meteringSettings.parse({});

/** The most that a point can pass, in thousandths of a gallon a minute. */
export function mostPerMinute(settings: MeteringSettings, point: AttachedTo): number {
  const gallons = {
    Toilet: settings.mostToilet,
    "Water Heater": settings.mostHeater,
    SPOE: settings.mostUnit,
    DPOE: settings.mostUnit,
    Irrigation: settings.mostIrrigation,
    Building: settings.mostBuilding,
  }[point];
  return Math.round(gallons * 1000);
}
