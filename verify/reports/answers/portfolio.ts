import { unitsWith, WHOLE } from "../figures/metered.ts";
import type { Sums } from "../figures/sums.ts";
import { gallonsOf } from "../figures/units-of-measure.ts";
import { type Answer, type Json, type Params, seenProperties } from "./answer.ts";
import { changeOf, compared } from "./compared.ts";
import { coveredBy, headlineChanges, waterLossOf, withoutPrice } from "./headline.ts";
import { compare } from "./ordered.ts";
import { cardsOf } from "./portfolio-cards.ts";
import { classOf } from "./property-performance.ts";
import { dollarsOrNull, heaterUseIn, leakCostIn, leakIn, leakPercentIn, toiletUseIn, wholeUseIn } from "./sides.ts";

export const portfolioOverview: Answer = (params) => {
  const of = compared(params);
  return { body: { ...coveredBy(params, of), cards: cardsOf(of) } };
};

export const propertiesOverview: Answer = (params) => {
  const of = compared(ofClasses(params));
  const percent = leakPercentIn(of.now);
  return {
    body: {
      ...coveredBy(params, of),
      ...withoutPrice(params, of),
      bedrooms: of.units.reduce((sum, { bedrooms }) => sum + bedrooms, 0),
      units_with_leakage: of.now.unitsLeaking.size,
      gallons_consumed: gallonsOf(of.now.gallons),
      gallons_leaked: gallonsOf(leakIn(of.now)),
      leak_percentage: percent,
      leak_cost: dollarsOrNull(leakCostIn(of.now)),
      ...headlineChanges(of),
      water_loss: waterLossOf(percent),
      cards: cardsOf(of),
    },
  };
};

/** The same request about those of its properties that are of the requested classes. */
function ofClasses(params: Params): Params {
  const { performance: classes } = params.query;
  if (classes === undefined) return params;
  const ids = compared(params)
    .properties.filter(({ now }) => classes.includes(classOf(params.figures, now) ?? ""))
    .map(({ property }) => property.id);
  return { ...params, query: { ...params.query, property_id: ids } };
}

/** Money of kinds of leak, of water, and of water that did not leak, in millionths of a dollar. */
export function costsIn({ rules }: Params["figures"]) {
  const known = (cost: (sums: Sums) => number) => (sums: Sums) => (sums.gallons === null ? null : cost(sums));
  const other = (sums: Sums) => sums.otherCost + (rules.heaterIsOther ? sums.heaterCost : 0);
  const leak = (sums: Sums) => sums.toiletCost + other(sums);
  return {
    toilet: known((sums) => sums.toiletCost),
    other: known(other),
    leak: known(leak),
    water: known((sums) => sums.cost),
    normal: known((sums) => sums.cost - leak(sums)),
  };
}

export const portfolioCosts: Answer = (params) => {
  const of = compared(params);
  const { leak, toilet, other, water, normal } = costsIn(params.figures);
  const body: { [field: string]: Json } = {};
  for (const [name, cost] of Object.entries({
    total_cost: leak,
    toilet_leak_cost: toilet,
    other_leak_cost: other,
    water_cost: water,
    normal_cost: normal,
  })) {
    body[name] = dollarsOrNull(cost(of.now));
    body[`${name}_comparison`] = changeOf(of, cost);
  }
  const all = leak(of.now) ?? 0;
  const share = all === 0 ? null : ((toilet(of.now) ?? 0) / all) * 100;
  body.toilet_leak_percentage = share;
  body.other_leak_percentage = share === null ? null : 100 - share;
  return { body };
};

export const waterUse: Answer = (params) => {
  const of = compared(params);
  const use = (figure: (sums: Sums) => number | null, bedroomDays: number, sorts: readonly string[]) => ({
    gallons_per_bedroom_per_day: figure(of.now),
    comparison_value: changeOf(of, figure),
    units_count: of.properties.reduce((sum, { property, units }) => sum + unitsWith(property, units, sorts), 0),
    bedroom_days: bedroomDays,
  });
  const whole = wholeUseIn(of.now);
  return {
    body: {
      whole_unit: use(wholeUseIn, of.now.wholeBedrooms, WHOLE),
      toilet: use(toiletUseIn, of.now.toiletBedrooms, ["Toilet"]),
      water_heater: use(heaterUseIn, of.now.heaterBedrooms, ["Water Heater"]),
      class: whole === null ? null : whole < 60 ? "efficient" : whole <= 120 ? "usual" : "high",
      scale: { usual_from: 60, high_above: 120, target: 75 },
    },
  };
};

const CLASSES = ["on_track", "opportunities", "critical", "zero_usage"] as const;

export const portfolioPerformance: Answer = (params) => {
  const of = compared(params);
  const count = (side: "now" | "before", name: string | null) =>
    of.properties.filter((one) => classOf(params.figures, one[side]) === name).length;
  const classed = of.properties.length - count("now", null);
  const body: { [field: string]: Json } = {};
  for (const name of CLASSES) {
    const [after, base] = [count("now", name), count("before", name)];
    body[name] = after;
    body[`${name}_percentage`] = classed === 0 ? null : (after / classed) * 100;
    body[`${name}_comparison`] = of.isCompared && base > 0 ? ((after - base) / base) * 100 : null;
  }
  return {
    body: {
      ...body,
      no_data: count("now", null),
      total_leaks: of.now.unitsLeaking.size,
      total_leaks_comparison: changeOf(of, (sums) => sums.unitsLeaking.size),
    },
  };
};

/** What the table of properties can be filtered by, of all that the asker sees. */
export const performanceFilters: Answer = (params) => {
  const seen = seenProperties(params);
  const bedrooms = seen.flatMap(({ units }) => units.map((unit) => unit.bedrooms));
  const organizations = [...params.figures.stored.organizations.values()].filter(({ id }) =>
    seen.some(({ organizationId }) => organizationId === id),
  );
  return {
    body: {
      performance: [...CLASSES],
      states: [...new Set(seen.map(({ state }) => state))].filter((state) => state !== "").sort(compare),
      organizations: organizations
        .toSorted((a, b) => compare(a.name, b.name) || a.id - b.id)
        .map(({ id, name }) => ({ id, name })),
      bedrooms: {
        from: bedrooms.length === 0 ? 0 : Math.min(6, ...bedrooms),
        to: bedrooms.length === 0 ? 7 : Math.min(7, Math.max(...bedrooms)),
      },
    },
  };
};
