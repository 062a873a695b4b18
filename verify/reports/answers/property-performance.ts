import { eachDay } from "../figures/days.ts";
import type { Figures } from "../figures/figures.ts";
import { isPropertyRead, leakOf, type Sums } from "../figures/sums.ts";
import { gallonsOf, percentOf } from "../figures/units-of-measure.ts";
import type { Answer } from "./answer.ts";
import { changeOf, compared, pointsOf } from "./compared.ts";
import { ordered } from "./ordered.ts";
import { gallonsIn, leakIn, leakPercentIn } from "./sides.ts";

export const propertyPerformance: Answer = (params) => {
  const { figures, query } = params;
  const rows = compared(params).properties.map((one) => {
    const { property, units, days, now: sums } = one;
    return {
      property_id: property.id,
      organization_id: property.organizationId,
      property_name: property.name,
      state: property.state,
      performance: classOf(figures, sums),
      units: units.length,
      units_with_leakage: sums.unitsLeaking.size,
      bedrooms: units.reduce((sum, { bedrooms }) => sum + bedrooms, 0),
      days_read: eachDay(days).filter((day) => isPropertyRead(figures, property, units, day)).length,
      gallons_consumed: gallonsOf(sums.gallons),
      leak_percentage: percentOf(leakOf(sums), sums.gallons, figures.rules.roundsFirst),
      gallons_leaked: gallonsOf(leakIn(sums)),
      gallons_consumed_comparison: changeOf(one, gallonsIn),
      leak_percentage_comparison: pointsOf(one, leakPercentIn),
      gallons_leaked_comparison: changeOf(one, leakIn),
    };
  });
  const { performance: classes } = query;
  const kept = rows.filter(
    ({ performance }) => classes === undefined || (performance !== null && classes.includes(performance)),
  );
  return { rows: ordered(kept, query.ordering ?? "") };
};

/** null: no meter reported. */
export function classOf(
  { rules }: Figures,
  sums: Sums,
): "on_track" | "opportunities" | "critical" | "zero_usage" | null {
  if (sums.metersRead === 0 || sums.gallons === null) return null;
  if (sums.gallons === 0) return "zero_usage";
  const percent = (leakOf(sums) / sums.gallons) * 100;
  if (percent < rules.opportunitiesFrom) return "on_track";
  return percent < rules.criticalFrom ? "opportunities" : "critical";
}
