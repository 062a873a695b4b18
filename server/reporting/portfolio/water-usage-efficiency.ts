import type { WaterUse } from "../../../contract/portfolio-efficiency.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { percentChange } from "../change.ts";
import type { FigureParams } from "../known-days.ts";
import { type Sums, sums } from "../totals.ts";
import { classOfUse, perBedroom, publishedScale } from "./per-bedroom.ts";

type Use = Pick<Sums, "whole_gallons" | "whole_bedrooms" | "toilet_read_gallons" | "toilet_bedrooms"> &
  Pick<Sums, "heater_read_gallons" | "heater_bedrooms">;

/** Gallons per bedroom and day of whole units, of toilets and of water heaters, each over the days on which it was read. */
export const uses = {
  whole_unit: (of: Use) => perBedroom(of.whole_gallons, of.whole_bedrooms),
  toilet: (of: Use) => perBedroom(of.toilet_read_gallons, of.toilet_bedrooms),
  water_heater: (of: Use) => perBedroom(of.heater_read_gallons, of.heater_bedrooms),
};

/** How much water the chosen properties use per bedroom and day, with the published scale for whole units. */
export async function waterUsageEfficiency(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<WaterUse> {
  const { now, before } = await sums(scope, tx, params, clock);
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
}

export const waterUsageEfficiencyReport = report(
  "GET /v1/reporting/portfolio-insights/water-usage-efficiency",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => waterUsageEfficiency(scope, tx, query, clock),
);
