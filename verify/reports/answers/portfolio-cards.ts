import { unitsWith, WHOLE } from "../figures/metered.ts";
import type { Sums } from "../figures/sums.ts";
import { gallonsOf, percentOf } from "../figures/units-of-measure.ts";
import { ANY_TEXT, type Row } from "./answer.ts";
import { type Compared, changeOf, pointsOf } from "./compared.ts";
import {
  dollarsOrNull,
  gallonsIn,
  heaterUseIn,
  leakCostIn,
  leakIn,
  leakingIn,
  leakPercentIn,
  toiletUseIn,
  wholeUseIn,
} from "./sides.ts";

type Figure = (sums: Sums) => number | null;

interface Plan {
  id: string;
  unit: string;
  /** How a figure stands on the wire. */
  shown: (value: number | null) => number | null;
  value: Figure;
  toilet: Figure;
  heater: Figure;
}

const known =
  (figure: (sums: Sums) => number): Figure =>
  (sums) =>
    sums.gallons === null ? null : figure(sums);
const asItIs = (value: number | null) => value;

const plans: readonly Plan[] = [
  {
    id: "gallons_consumed",
    unit: "gallons",
    shown: gallonsOf,
    value: gallonsIn,
    toilet: known((sums) => sums.toiletLeak),
    heater: known((sums) => sums.heaterLeak),
  },
  {
    id: "gallons_leaked",
    unit: "gallons",
    shown: gallonsOf,
    value: leakIn,
    toilet: known((sums) => sums.toiletLeak),
    heater: known((sums) => sums.heaterLeak),
  },
  {
    id: "leak_percentage",
    unit: "percent",
    shown: asItIs,
    value: leakPercentIn,
    toilet: (sums) => percentOf(sums.toiletLeak, sums.gallons),
    heater: (sums) => percentOf(sums.heaterLeak, sums.gallons),
  },
  {
    id: "leak_cost",
    unit: "dollars",
    shown: dollarsOrNull,
    value: leakCostIn,
    toilet: known((sums) => sums.toiletCost),
    heater: known((sums) => sums.heaterCost),
  },
  {
    id: "units_with_leakage",
    unit: "units",
    shown: asItIs,
    value: leakingIn,
    toilet: known((sums) => sums.toiletUnits.size),
    heater: known((sums) => sums.heaterUnits.size),
  },
  {
    id: "gbd",
    unit: "gallons per bedroom and day",
    shown: asItIs,
    value: wholeUseIn,
    toilet: toiletUseIn,
    heater: heaterUseIn,
  },
];

/** The cards of a portfolio, in their order. */
export function cardsOf(of: Compared): Row[] {
  const count = (sorts: readonly string[]) =>
    of.properties.reduce((sum, { property, units }) => sum + unitsWith(property, units, sorts), 0);
  return plans.map(({ id, unit, shown, value, toilet, heater }) => {
    const change = id === "leak_percentage" ? pointsOf : changeOf;
    return {
      id,
      title: ANY_TEXT,
      unit,
      value: shown(value(of.now)),
      comparison_value: change(of, value),
      toilet_leak_value: shown(toilet(of.now)),
      toilet_leak_comparison_value: change(of, toilet),
      water_heater_leak_value: shown(heater(of.now)),
      water_heater_leak_comparison_value: change(of, heater),
      units_count: of.units.length,
      spoe_dpoe_units_count: count(WHOLE),
      toilet_units_count: count(["Toilet"]),
      water_heater_units_count: count(["Water Heater"]),
    };
  });
}
