import { dayText } from "../../../server/time/local-day.ts";
import { isMeasured } from "../figures/meter-figures.ts";
import { leakOf } from "../figures/sums.ts";
import { gallonsOf, percentOf } from "../figures/units-of-measure.ts";
import type { Meter, Property, Unit } from "../stored/stored.ts";
import { type Answer, chosenUnits, type Params } from "./answer.ts";
import { type Compared, compared } from "./compared.ts";
import { coveredBy, headlineChanges, waterLossOf, withoutPrice } from "./headline.ts";
import { dollarsOrNull, leakCostIn, leakIn } from "./sides.ts";

export const overview: Answer = (params) => {
  const { query, figures } = params;
  const of = compared(params);
  const { bedrooms_from: from = 0, bedrooms_to: to = 7 } = query;
  const ofUnits = query.building_id !== undefined || query.unit_id !== undefined || from > 0 || to < 7;
  const meters = of.properties.flatMap(({ property, units }) =>
    ofUnits ? metersOf(property, units) : property.meters,
  );
  const last = meters.map(lastReportedDay).reduce(latest, null);
  const percent = percentOf(leakOf(of.now), of.now.gallons, figures.rules.roundsFirst);
  return {
    body: {
      ...coveredBy(params, of),
      ...withoutPrice(params, of),
      total_properties: propertiesIn(params, of),
      units_with_leakage: of.now.unitsLeaking.size,
      gallons_consumed: gallonsOf(of.now.gallons),
      gallons_leaked: gallonsOf(leakIn(of.now)),
      leak_percentage: percent,
      leak_cost: dollarsOrNull(leakCostIn(of.now)),
      ...headlineChanges(of),
      water_loss: waterLossOf(percent),
      last_reading_date: last === null ? null : dayText(last),
      days_kept_from: null,
    },
  };
};

/** How many properties the chosen buildings and units are in; whatever the bedrooms, and all where no place was chosen. */
function propertiesIn(params: Params, { properties }: Compared): number {
  const { building_id: buildings, unit_id: units } = params.query;
  if (buildings === undefined && units === undefined) return properties.length;
  const places: Params = { ...params, query: { building_id: buildings, unit_id: units } };
  return properties.filter(({ property }) => chosenUnits(places, property).length > 0).length;
}

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

/** The last day on which a meter reported anything: an hour, a register, or a volume over several hours. */
function lastReportedDay(meter: Meter): number | null {
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
