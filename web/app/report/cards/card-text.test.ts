import { expect, test } from "vitest";
import type { Card } from "../../../../contract/portfolio/portfolio-cards.ts";
import { cardCounts, cardFigure, cardParts } from "./card-text.ts";

const card: Card = {
  id: "gallons_consumed",
  title: "Gallons Consumed",
  unit: "gallons",
  value: 1000,
  comparison_value: null,
  toilet_leak_value: 70,
  toilet_leak_comparison_value: null,
  water_heater_leak_value: null,
  water_heater_leak_comparison_value: null,
  units_count: 4,
  spoe_dpoe_units_count: 4,
  toilet_units_count: 4,
  water_heater_units_count: 0,
};

test("calls a card's parts leaks, or for use per bedroom the fixtures", () => {
  expect(cardParts(card).map(({ name, text }) => [name, text])).toEqual([
    ["Toilet leaks", "70 gal"],
    ["Water heater leaks", "–"],
  ]);
  const use: Card = { ...card, id: "gbd", unit: "gallons per bedroom and day" };
  expect(cardParts(use).map(({ name }) => name)).toEqual(["Toilets", "Water heaters"]);
});

// Covers cockpit-6
test("describes a card's figure, how its parts changed, and the number of units by metering", () => {
  const changed: Card = {
    ...card,
    toilet_leak_comparison_value: 12,
    water_heater_leak_value: 30,
    water_heater_leak_comparison_value: -3,
    spoe_dpoe_units_count: 3,
    toilet_units_count: 2,
    water_heater_units_count: 1,
  };
  expect(cardFigure(changed)).toEqual({ value: "1,000", unit: "gal" });
  expect(cardParts(changed).map(({ text, change }) => [text, change])).toEqual([
    ["70 gal", 12],
    ["30 gal", -3],
  ]);
  expect(cardCounts(changed)).toBe("4 units: 3 SPOE/DPOE, 2 toilet, 1 water heater");
});
