import type { PropertyPrices } from "../../../contract/costs/gallon-prices.ts";
import type { Card, CardId } from "../../../contract/portfolio/portfolio-cards.ts";
import type { MappedProperty } from "../../../contract/portfolio/portfolio-map.ts";
import type { HeatMap } from "../../../contract/reporting/heat-map.ts";
import { addDays, today } from "../../app/report/search/calendar.ts";
import { sampleProperties, sampleValues } from "./sample.ts";

const towns = [
  ["Austin", "TX", 30.27, -97.74],
  ["Atlanta", "GA", 33.75, -84.39],
  ["Denver", "CO", 39.76, -104.97],
  ["Tampa", "FL", 27.95, -82.46],
  ["Anchorage", "AK", 61.2, -149.9],
] as const;

/** Properties in five towns, more and more of them close together; one is nowhere. */
export function sampleMap(count: number): MappedProperty[] {
  return sampleProperties(count).map((property, index) => {
    const [city, state, latitude, longitude] = towns[index % towns.length] ?? towns[0];
    const offset = Math.floor(index / towns.length) * 0.4;
    const isNowhere = index === count - 1;
    return {
      property_id: index + 1,
      property_name: property.property_name,
      city,
      state,
      latitude: isNowhere ? null : latitude + offset,
      longitude: isNowhere ? null : longitude + offset / 3,
      units: property.units,
      performance: property.performance,
      leak_percentage: property.leak_percentage,
      gallons_leaked: property.gallons_leaked,
      leak_cost: property.gallons_leaked === null ? null : property.gallons_leaked * 0.015,
      gallons_per_bedroom_per_day: null,
    };
  });
}

/** Units on three floors over thirty days; one was not measured for days, one for parts of them. */
export function sampleHeat(units: number): HeatMap {
  const dates = Array.from({ length: 30 }, (_, day) => `2024-03-${String(day + 1).padStart(2, "0")}`);
  return {
    building_id: 1,
    building_name: "North Tower",
    dates,
    days_kept_from: null,
    units: Array.from({ length: units }, (_, index) => {
      const unmeasured = index === 2 ? [11, 12, 13, 14] : [];
      const leaks = index % 4 === 1;
      return {
        unit_id: index + 1,
        unit_name: `${1 + Math.floor(index / 4)}0${1 + (index % 4)}`,
        bedrooms: index % 3,
        gallons_consumed: sampleValues(30, 180 + 40 * index, unmeasured),
        gallons_leaked: sampleValues(30, leaks ? 40 * index : 0, unmeasured),
        days_unread: index === 3 ? [4, 5, 6] : [],
        days_of_fixtures: [],
      };
    }),
  };
}

const figures: Readonly<Record<CardId, readonly [Card["unit"], number]>> = {
  gallons_consumed: ["gallons", 1_204_310],
  gallons_leaked: ["gallons", 142_310],
  leak_percentage: ["percent", 11.8],
  leak_cost: ["dollars", 2134.65],
  units_with_leakage: ["units", 87],
  gbd: ["gallons per bedroom and day", 74.2],
};

/** A card for each figure. @param share of it toilets are, 0 to 1; null: nothing was measured */
export function sampleCards(share: number | null): Card[] {
  const ids: readonly CardId[] = [
    "gallons_consumed",
    "gallons_leaked",
    "leak_percentage",
    "leak_cost",
    "units_with_leakage",
    "gbd",
  ];
  return ids.map((id) => {
    const [unit, value] = figures[id];
    const isMeasured = share !== null;
    return {
      id,
      title: id,
      unit,
      value: isMeasured ? value : null,
      comparison_value: isMeasured ? 12.3 : null,
      toilet_leak_value: isMeasured ? value * share : null,
      toilet_leak_comparison_value: isMeasured ? -4.1 : null,
      water_heater_leak_value: isMeasured ? value * (1 - share) * 0.4 : null,
      water_heater_leak_comparison_value: isMeasured ? 0 : null,
      units_count: 1612,
      spoe_dpoe_units_count: 980,
      toilet_units_count: 632,
      water_heater_units_count: 410,
    };
  });
}

/** Prices of 24 units: all of them since half a year, eight of them dearer for two months. */
export function samplePrices(id: number, hasPrices: boolean): PropertyPrices {
  const unit_ids = Array.from({ length: 24 }, (_, index) => index + 1);
  const dear = unit_ids.slice(0, 8);
  const before = (days: number) => addDays(today(), -days);
  const created = { made_by: "ada@example.com", made_at: `${before(180)}T15:00:00.000Z` };
  const prices = [
    { unit_ids: dear, cost: 0.021, start_date: before(60), end_date: null },
    { unit_ids: dear, cost: 0.018, start_date: before(180), end_date: before(61) },
    { unit_ids: unit_ids.slice(8), cost: 0.018, start_date: before(180), end_date: null },
  ];
  return {
    property_id: id,
    property_name: "Cedar & Main",
    organization_id: 1,
    units_count: unit_ids.length,
    prices: hasPrices ? prices : [],
    history: hasPrices ? prices.map((price, index) => ({ ...price, id: 3 - index, ...created })) : [],
    history_count: hasPrices ? prices.length : 0,
  };
}
