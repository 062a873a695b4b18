import { gallonsOf } from "../figures/units-of-measure.ts";
import type { Answer, Params } from "./answer.ts";
import { type ComparedProperty, compared, pointsOf } from "./compared.ts";
import { ordered } from "./ordered.ts";
import { dollarsOrNull, leakCostIn, leakIn, leakPercentIn, wholeUseIn } from "./sides.ts";

/** Of properties with leak gallons, those with the highest leak cost per unit first. */
export const watchlist: Answer = (params) => {
  const listed = compared(params).properties.filter(({ now }) => (leakIn(now) ?? 0) > 0);
  const perUnit = ({ now, units }: ComparedProperty) => (leakCostIn(now) ?? 0) / units.length;
  return ranked(
    params,
    listed.toSorted((a, b) => perUnit(b) - perUnit(a) || a.property.id - b.property.id),
  );
};

/** Of properties most of whose units reported, those with the lowest leak percentage first. */
export const toplist: Answer = (params) => {
  const listed = compared(params).properties.filter(
    ({ now, units }) => leakPercentIn(now) !== null && now.unitsRead.size >= 0.8 * units.length,
  );
  const percent = ({ now }: ComparedProperty) => leakPercentIn(now) ?? 0;
  const use = ({ now }: ComparedProperty) => wholeUseIn(now) ?? Number.MAX_VALUE;
  return ranked(
    params,
    listed.toSorted((a, b) => percent(a) - percent(b) || use(a) - use(b) || a.property.id - b.property.id),
  );
};

function ranked(params: Params, listed: readonly ComparedProperty[]) {
  const rows = listed.map((one, index) => {
    const { property, units, now } = one;
    const percent = leakPercentIn(now);
    const cost = leakCostIn(now);
    return {
      rank: index + 1,
      property_id: property.id,
      property_name: property.name,
      total_units: units.length,
      units_reporting: now.unitsRead.size,
      leaking_units: now.unitsLeaking.size,
      leaking_toilets: now.toiletUnits.size,
      leaking_other: now.otherUnits.size,
      leak_volume: gallonsOf(leakIn(now)),
      leak_percentage: percent,
      leak_percentage_comparison: pointsOf(one, leakPercentIn),
      ranking: percent === null || now.metersRead === 0 ? null : colourOf(params, percent),
      leak_cost: dollarsOrNull(cost),
      leak_cost_per_unit: cost === null || units.length === 0 ? null : dollarsOrNull(cost / units.length),
      gallons_per_bedroom_per_day: wholeUseIn(now),
    };
  });
  // Equal ones stand by their ids.
  const byId = new Map(rows.toSorted((a, b) => a.property_id - b.property_id).map((row) => [row.property_id, row]));
  // Money is ordered by what it was before it was rounded.
  const exact = new Map(
    listed.map(({ property, now, units }) => [property.id, { cost: leakCostIn(now), units: units.length }]),
  );
  const keyed = [...byId.values()].map((row) => {
    const of = exact.get(row.property_id);
    const cost = of?.cost ?? null;
    return { ...row, leak_cost: cost, leak_cost_per_unit: cost === null ? null : cost / Math.max(1, of?.units ?? 1) };
  });
  return { rows: ordered(keyed, params.query.ordering ?? "").map((key) => byId.get(key.property_id) ?? key) };
}

function colourOf({ figures }: Params, percent: number): string {
  if (percent < figures.rules.opportunitiesFrom) return "green";
  return percent < figures.rules.criticalFrom ? "yellow" : "red";
}
