import { dayText } from "../../../server/metering/local-day.ts";
import { daysOf } from "../figures/days.ts";
import { isMeasured } from "../figures/meter-figures.ts";
import { addDays, leakCostOf, leakOf, noSums } from "../figures/sums.ts";
import { dollarsOf, gallonsOf, percentOf } from "../figures/units-of-measure.ts";
import type { Meter, Property, Unit } from "../stored/stored.ts";
import { type Answer, chosenProperties, chosenUnits } from "./asked.ts";

export const overview: Answer = (asked) => {
  const { figures, query, now } = asked;
  const sums = noSums();
  const properties = chosenProperties(asked);
  const ofUnits = query.building_id !== undefined || query.unit_id !== undefined;
  const periods = properties.map(({ timeZone }) => daysOf(timeZone, query, now, figures.rules));
  if (periods.length === 0) periods.push(daysOf("UTC", query, now, figures.rules));
  let units = 0;
  let last: number | null = null;
  for (const property of properties) {
    const chosen = chosenUnits(asked, property);
    units += chosen.length;
    addDays(sums, figures, property, chosen, daysOf(property.timeZone, query, now, figures.rules));
    const meters = ofUnits ? metersOf(property, chosen) : property.meters;
    for (const meter of meters) last = latest(last, lastTold(meter));
  }
  const isKnown = sums.gallons !== null;
  return {
    body: {
      total_properties: properties.length,
      total_units: units,
      units_with_leakage: sums.unitsLeaking.size,
      gallons_consumed: gallonsOf(sums.gallons),
      gallons_leaked: isKnown ? gallonsOf(leakOf(sums)) : null,
      leak_percentage: percentOf(leakOf(sums), sums.gallons, figures.rules.roundsFirst),
      leak_cost: isKnown ? dollarsOf(leakCostOf(sums)) : null,
      start_date: dayText(Math.min(...periods.map(({ first }) => first))),
      end_date: dayText(Math.max(...periods.map(({ last }) => last))),
      meter_days_read: sums.metersRead,
      meter_days_expected: sums.metersExpected,
      last_reading_date: last === null ? null : dayText(last),
      days_kept_from: null,
    },
  };
};

/** Meters that serve at units, or once did. */
export function metersOf(property: Property, units: readonly Unit[]): Meter[] {
  return property.meters.filter(({ services }) => services.some(({ unitId }) => units.some(({ id }) => id === unitId)));
}

/** The last day on which a meter measured anything. */
export function lastRead(meter: Meter): number | null {
  let last: number | null = null;
  for (const [day, hours] of meter.days) {
    if (Array.from({ length: hours.hours }, (_, hour) => hour).some((hour) => isMeasured(hours, hour))) {
      last = latest(last, day);
    }
  }
  return last;
}

/** The last day on which a meter told anything: an hour, a register, or a volume over several hours. */
function lastTold(meter: Meter): number | null {
  let last = lastRead(meter);
  for (const [day, { registerSeconds, lumps }] of meter.days) {
    if (registerSeconds.length > 0 || lumps.length > 0) last = latest(last, day);
  }
  return last;
}

export function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
