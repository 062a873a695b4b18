import type { WaterUse } from "../../../contract/portfolio/portfolio-efficiency.ts";
import { report } from "../../query/report.ts";
import { percentChange } from "../change.ts";
import { type Sums, sums } from "../totals.ts";

/**
 * Gallons per bedroom and day.
 * @param volume thousandths of a gallon of units on the days on which they were read
 * @param bedroomDays the bedrooms of these units times these days
 * @returns null without any such day
 */
function perBedroom(volume: number | null, bedroomDays: number | null): number | null {
  return volume === null || bedroomDays === null || bedroomDays === 0 ? null : volume / 1000 / bedroomDays;
}

/** Gallons per bedroom and day of apartment houses as published: WegoWise's scale, and Boston LISC's target. */
const publishedScale = { usual_from: 60, high_above: 120, target: 75 };

/** The class of a whole unit's use on that scale; null without a figure. */
function classOfUse(wholeUnit: number | null): WaterUse["class"] {
  if (wholeUnit === null) return null;
  if (wholeUnit < publishedScale.usual_from) return "efficient";
  return wholeUnit > publishedScale.high_above ? "high" : "usual";
}

type Use = Pick<Sums, "whole_gallons" | "whole_bedrooms" | "toilet_read_gallons" | "toilet_bedrooms"> &
  Pick<Sums, "heater_read_gallons" | "heater_bedrooms">;

/** Gallons per bedroom and day of whole units, of toilets and of water heaters, each over the days on which it was read. */
export const uses = {
  whole_unit: (of: Use) => perBedroom(of.whole_gallons, of.whole_bedrooms),
  toilet: (of: Use) => perBedroom(of.toilet_read_gallons, of.toilet_bedrooms),
  water_heater: (of: Use) => perBedroom(of.heater_read_gallons, of.heater_bedrooms),
};

/** How much water the chosen properties use per bedroom and day, with the published scale for whole units. */
export const waterUsageEfficiency = report(
  "GET /v1/reporting/portfolio-insights/water-usage-efficiency",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const { now, before } = await sums(scope, tx, query, clock);
    const figuresOf = (of: keyof typeof uses, units: number, bedroomDays: number | null) => {
      const value = uses[of](now);
      return {
        gallons_per_bedroom_per_day: value,
        comparison_value: percentChange(value, before && uses[of](before)),
        units_count: units,
        bedroom_days: bedroomDays ?? 0,
      };
    };
    return {
      whole_unit: figuresOf("whole_unit", now.whole_units, now.whole_bedrooms),
      toilet: figuresOf("toilet", now.toilet_units, now.toilet_bedrooms),
      water_heater: figuresOf("water_heater", now.heater_units, now.heater_bedrooms),
      class: classOfUse(uses.whole_unit(now)),
      scale: publishedScale,
    };
  },
);
