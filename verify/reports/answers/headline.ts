import { dayText } from "../../../server/time/local-day.ts";
import { daysOf } from "../figures/days.ts";
import { priceSetOn } from "../figures/prices.ts";
import { ANY_TEXT, type Params, type Row } from "./answer.ts";
import { type Compared, changeOf, pointsOf } from "./compared.ts";
import { gallonsIn, leakCostIn, leakIn, leakingIn, leakPercentIn } from "./sides.ts";

/** The first and the last day of all properties' periods; without a property those of UTC. */
export function outerDates({ query, now, figures }: Params, of: Compared): Row {
  const days = of.properties.map((one) => one.days);
  if (days.length === 0) days.push(daysOf("UTC", query, now, figures.rules));
  return {
    start_date: dayText(Math.min(...days.map(({ first }) => first))),
    end_date: dayText(Math.max(...days.map(({ last }) => last))),
  };
}

export function coveredBy(params: Params, of: Compared): Row {
  return {
    ...outerDates(params, of),
    is_over: of.properties.every(({ days }) => days.areOver),
    total_properties: of.properties.length,
    total_units: of.units.length,
    meter_days_read: of.now.metersRead,
    meter_days_expected: of.now.metersExpected,
  };
}

/** Units whose last day nobody set a price for. */
export function withoutPrice({ figures }: Params, of: Compared): Row {
  const unpriced = of.properties.flatMap(({ property, units, days }) =>
    units.filter((unit) => priceSetOn(figures.stored, property, unit, dayText(days.last)) === undefined),
  );
  return { units_without_price: unpriced.length };
}

/** What the headline figures changed by against the previous period. */
export function headlineChanges(of: Compared): Row {
  return {
    units_with_leakage_comparison: changeOf(of, leakingIn),
    gallons_consumed_comparison: changeOf(of, gallonsIn),
    gallons_leaked_comparison: changeOf(of, leakIn),
    leak_percentage_comparison: pointsOf(of, leakPercentIn),
    leak_cost_comparison: changeOf(of, leakCostIn),
  };
}

export function waterLossOf(percent: number | null): Row | null {
  return percent === null ? null : { band: bandOf(percent), text: ANY_TEXT };
}

function bandOf(percent: number): string {
  if (percent < 5) return "Excellent";
  if (percent < 10) return "On Track";
  return percent < 25 ? "Attention Needed" : "Urgent";
}
