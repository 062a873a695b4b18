import { z } from "zod";

/** The most that one stored hour, or a whole day, can hold, in thousandths of a gallon. */
export const LARGEST_VOLUME = 2_100_000_000;
/** The most hours that a day has. */
const MOST_HOURS = 25;

/** The most that so many hours can hold: no hour of them, and no day, is more than can be stored. */
export function largestVolumeOf(hours: number): number {
  return Math.max(LARGEST_VOLUME, Math.floor((LARGEST_VOLUME * hours) / MOST_HOURS));
}

/**
 * One local day of one meter, as it is stored (table `meter_days`) and as the rules read it.
 *
 * All volumes are whole thousandths of a gallon ("milligallons"). Hours are slots of 60 elapsed minutes from local
 * midnight on: 24 of them, 23 or 25 on the days when the clocks change. `null` means "not measured", never zero.
 */
export interface MeterDay {
  /** Local calendar day as days since 1970-01-01. */
  day: number;
  /** The instant of local midnight, in milliseconds since the epoch. */
  startsAt: number;
  /** Number of hour slots of this local day: 23, 24 or 25. */
  hours: number;
  /** Measured volume of each hour. */
  gallons: (number | null)[];
  /** Minutes of each hour in which water ran, 0 to 60; null where the meter does not report them. */
  flowTime: (number | null)[] | null;
  /** Separate draws in each hour; null where the meter does not report them. */
  events: (number | null)[] | null;
  /**
   * Bit i is set when hour i is *covered*: it got no value of its own because its neighbours took the intervals between
   * registers (domain.md §2). It counts as measured and is neither flow nor stillness to a rule.
   */
  covered: number;
}

/** Where a meter is installed; decides the kind of its leaks and the thresholds of its rules. */
export const attachedTo = ["SPOE", "DPOE", "Toilet", "Water Heater", "Building", "Irrigation"] as const;
export type AttachedTo = (typeof attachedTo)[number];

/** A volume that covers several hours, up to its last one. */
export const Lump = z.object({
  /** The last hour covered, as its index in the day. */
  hour: z.int(),
  /** How many hours it covers, that one included. */
  hours: z.int(),
  /** Thousandths of a gallon. */
  gallons: z.int(),
  sequence: z.int(),
  class: z.int(),
});
export type Lump = z.output<typeof Lump>;
