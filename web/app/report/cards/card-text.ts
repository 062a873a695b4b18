import { plural, t } from "@lingui/core/macro";
import type { Card, CardId } from "../../../../contract/portfolio/portfolio-cards.ts";
import { formatGallons, formatLeakShare, formatNumber, NOT_MEASURED } from "../../../components/format.ts";
import { Gallons, gal } from "../../../language/measure.ts";
import { cost } from "../text.ts";

/** The cards in the order in which screens show them, until one is the favourite. */
export const cardTitles: Readonly<Record<CardId, string>> = {
  gallons_consumed: t`${Gallons} Consumed`,
  gallons_leaked: t`${Gallons} Leaked`,
  leak_percentage: t`Leak Volume`,
  leak_cost: t`Leak Expense`,
  units_with_leakage: t`Units with Leak`,
  gbd: t`Water-Usage Efficiency`,
};
export const cardOrder: readonly CardId[] = [
  "gallons_consumed",
  "gallons_leaked",
  "leak_percentage",
  "leak_cost",
  "units_with_leakage",
  "gbd",
];

const forms: Readonly<Record<Card["unit"], { text: (value: number | null) => string; unit?: string }>> = {
  gallons: { text: (value) => formatGallons(value), unit: gal },
  percent: { text: formatLeakShare },
  dollars: { text: (value) => cost(value) },
  units: { text: (value) => formatNumber(value), unit: t`units` },
  "gallons per bedroom and day": { text: (value) => formatGallons(value, 1), unit: t`${gal} per bedroom per day` },
};

/** A card's figure as text, its unit apart where it is no sign; null: nothing was measured. */
export function cardFigure({ unit, value }: Pick<Card, "unit" | "value">): { value: string | null; unit?: string } {
  const form = forms[unit];
  const shown = unit === "units" && value === 1 ? t`unit` : form.unit;
  return { value: value === null ? null : form.text(value), unit: shown };
}

/**
 * What of the figure leaks of toilets and water heaters are, of use per bedroom what toilets and heaters used; a dash is
 * not measured.
 */
export function cardParts(card: Card): { name: string; text: string; change: number | null }[] {
  const { text, unit } = forms[card.unit];
  const isUse = card.id === "gbd";
  const worded = (value: number | null) =>
    value === null ? NOT_MEASURED : text(value) + (unit === gal ? ` ${gal}` : "");
  return [
    {
      name: isUse ? t`Toilets` : t`Toilet leaks`,
      text: worded(card.toilet_leak_value),
      change: card.toilet_leak_comparison_value,
    },
    {
      name: isUse ? t`Water heaters` : t`Water heater leaks`,
      text: worded(card.water_heater_leak_value),
      change: card.water_heater_leak_comparison_value,
    },
  ];
}

/** How many units the figures are of, by what is metered in them. */
export function cardCounts(card: Card): string {
  const { units_count, spoe_dpoe_units_count, toilet_units_count, water_heater_units_count } = card;
  const metered = [
    t`${formatNumber(spoe_dpoe_units_count)} SPOE/DPOE`,
    t`${formatNumber(toilet_units_count)} toilet`,
    t`${formatNumber(water_heater_units_count)} water heater`,
  ];
  return t`${plural(units_count, { one: "# unit", other: "# units" })}: ${metered.join(", ")}`;
}
