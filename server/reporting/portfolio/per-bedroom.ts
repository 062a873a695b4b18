import type { WaterUse } from "../../../contract/portfolio-efficiency.ts";

/**
 * Gallons per bedroom and day.
 * @param volume thousandths of a gallon of units on the days on which they were read
 * @param bedroomDays the bedrooms of these units times these days
 * @returns null without any such day
 */
export function perBedroom(volume: number | null, bedroomDays: number | null): number | null {
  return volume === null || bedroomDays === null || bedroomDays === 0 ? null : volume / 1000 / bedroomDays;
}

/** Gallons per bedroom and day of apartment houses as published: WegoWise's scale, and Boston LISC's target. */
export const publishedScale = { usual_from: 60, high_above: 120, target: 75 };

/** The class of a whole unit's use on that scale; null without a figure. */
export function classOfUse(wholeUnit: number | null): WaterUse["class"] {
  if (wholeUnit === null) return null;
  if (wholeUnit < publishedScale.usual_from) return "efficient";
  return wholeUnit > publishedScale.high_above ? "high" : "usual";
}
