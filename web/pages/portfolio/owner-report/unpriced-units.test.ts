import { expect, test } from "vitest";
import { unpricedUnits } from "./unpriced-units.ts";

const unset = {
  property_id: 4,
  property_name: "Maple Court",
  organization_id: 1,
  units_count: 20,
  prices: [],
  history: [],
  history_count: 0,
};
const price = { unit_ids: [1, 2, 3, 4, 5], cost: 0.02, start_date: "2026-01-01", end_date: null };

test("a price is missing where neither a unit nor its organization has one on the last day", () => {
  const of = (found: Partial<Parameters<typeof unpricedUnits>[0]>) =>
    unpricedUnits({ prices: [], defaults: [], lastDay: "2026-11-21", ...found });
  expect(of({ prices: [unset] })).toBe(20);
  expect(of({ prices: [{ ...unset, prices: [price] }] })).toBe(15);
  expect(of({ prices: [{ ...unset, prices: [{ ...price, end_date: "2026-11-20" }] }] })).toBe(20);
  const byDefault = { organization_id: 1, organization_name: "North", history: [], history_count: 0 };
  const since = { cost: 0.01, start_date: null, end_date: null };
  expect(of({ prices: [unset], defaults: [{ ...byDefault, prices: [since] }] })).toBe(0);
  expect(of({ prices: [unset], defaults: [{ ...byDefault, prices: [] }] })).toBe(20);
  expect(of({ prices: [unset, { ...unset, property_id: 5, units_count: 40 }] })).toBe(60);
});
