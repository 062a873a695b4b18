import type { OrganizationPrices } from "../../../../../contract/costs/gallon-prices.ts";
import { DEFAULT_RATE } from "../../../../app/report/headline/default-rate.ts";

type Price = OrganizationPrices["prices"][number];

/** The price of a gallon on a day (yyyy-MM-dd) for units without their own: dollars, and whether it is the default. */
export function priceOn(prices: readonly Price[], day: string): { cost: number; isUsual: boolean } {
  const found = prices.find(
    ({ start_date, end_date }) => (start_date ?? "") <= day && (end_date === null || day <= end_date),
  );
  return found === undefined ? { cost: DEFAULT_RATE, isUsual: true } : { cost: found.cost, isUsual: false };
}
