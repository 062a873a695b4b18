import { type Card, type CardId, cardIds } from "../../../contract/portfolio/portfolio-cards.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import { asGallons, leakPercentage } from "../../query/volume.ts";
import { percentChange, pointChange } from "../change.ts";
import type { Totals } from "../totals.ts";
import { uses } from "./water-usage-efficiency.ts";

type Figure = (of: Totals) => number | null;

/** A card's figures before they are rounded: the whole, and of it the parts of toilets and water heaters. */
interface CardFigures {
  title: string;
  unit: Card["unit"];
  whole: Figure;
  toilet: Figure;
  heater: Figure;
  /** As the wire has it. */
  shown: (value: number | null) => number | null;
  change: typeof percentChange;
}

const unrounded = (value: number | null) => value;
/** What leaked is known where anything was measured. */
const measured =
  (figure: Figure): Figure =>
  (of) =>
    of.gallons === null ? null : figure(of);
const leakedGallons = { toilet: measured((of) => of.toilet_leak), heater: measured((of) => of.heater_leak) };

const figuresOf: Record<CardId, CardFigures> = {
  gallons_consumed: {
    title: "Gallons consumed",
    unit: "gallons",
    whole: (of) => of.gallons,
    ...leakedGallons,
    shown: asGallons,
    change: percentChange,
  },
  gallons_leaked: {
    title: "Gallons leaked",
    unit: "gallons",
    whole: (of) => of.leaked,
    ...leakedGallons,
    shown: asGallons,
    change: percentChange,
  },
  leak_percentage: {
    title: "Leak volume %",
    unit: "percent",
    whole: (of) => leakPercentage(of.leaked, of.gallons),
    toilet: (of) => leakPercentage(of.toilet_leak, of.gallons),
    heater: (of) => leakPercentage(of.heater_leak, of.gallons),
    shown: unrounded,
    change: pointChange,
  },
  leak_cost: {
    title: "Leak cost",
    unit: "dollars",
    whole: (of) => of.leak_cost,
    toilet: measured((of) => of.toilet_cost),
    heater: measured((of) => of.heater_cost),
    shown: asDollars,
    change: percentChange,
  },
  units_with_leakage: {
    title: "Units with leak",
    unit: "units",
    whole: measured((of) => of.leaking_units),
    toilet: measured((of) => of.leaking_toilets),
    heater: measured((of) => of.leaking_heaters),
    shown: unrounded,
    change: percentChange,
  },
  gbd: {
    title: "Water usage efficiency",
    unit: "gallons per bedroom and day",
    whole: uses.whole_unit,
    toilet: uses.toilet,
    heater: uses.water_heater,
    shown: unrounded,
    change: percentChange,
  },
};

/** The cards of a period. @param before the sums that it is compared with; null: with none */
export function cardsOf(now: Totals, before: Totals | null): Card[] {
  return cardIds.map((id) => {
    const { title, unit, whole, toilet, heater, shown, change } = figuresOf[id];
    const changeOf = (figure: Figure) => change(figure(now), before && figure(before));
    return {
      id,
      title,
      unit,
      value: shown(whole(now)),
      comparison_value: changeOf(whole),
      toilet_leak_value: shown(toilet(now)),
      toilet_leak_comparison_value: changeOf(toilet),
      water_heater_leak_value: shown(heater(now)),
      water_heater_leak_comparison_value: changeOf(heater),
      units_count: now.units,
      spoe_dpoe_units_count: now.whole_units,
      toilet_units_count: now.toilet_units,
      water_heater_units_count: now.heater_units,
    };
  });
}
