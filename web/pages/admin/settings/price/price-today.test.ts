import { expect, test } from "vitest";
import { priceOn } from "./price-today.ts";

const prices = [
  { cost: 0.02, start_date: "2026-03-01", end_date: null },
  { cost: 0.01, start_date: null, end_date: "2025-12-31" },
];

// Covers settings-6
test("a price applies on its first and last day, otherwise the default does", () => {
  expect(priceOn(prices, "2026-03-01")).toEqual({ cost: 0.02, isUsual: false });
  expect(priceOn(prices, "2025-12-31")).toEqual({ cost: 0.01, isUsual: false });
  expect(priceOn(prices, "2026-02-28")).toEqual({ cost: 0.015, isUsual: true });
  expect(priceOn([], "2026-02-28")).toEqual({ cost: 0.015, isUsual: true });
});
