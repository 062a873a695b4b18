import { daysOf, eachDay } from "../figures/days.ts";
import type { Figures } from "../figures/figures.ts";
import { addDays, isPropertyRead, leakOf, noSums, type Sums } from "../figures/sums.ts";
import { gallonsOf, percentOf } from "../figures/units-of-measure.ts";
import { type Answer, chosenProperties, chosenUnits } from "./asked.ts";
import { ordered } from "./ordered.ts";

export const propertyPerformance: Answer = (asked) => {
  const { figures, query, now } = asked;
  const rows = chosenProperties(asked).map((property) => {
    const units = chosenUnits(asked, property);
    const days = daysOf(property.timeZone, query, now, figures.rules);
    const sums = noSums();
    addDays(sums, figures, property, units, days);
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
      gallons_leaked: sums.gallons === null ? null : gallonsOf(leakOf(sums)),
    };
  });
  return { rows: ordered(rows, query.ordering ?? "") };
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
