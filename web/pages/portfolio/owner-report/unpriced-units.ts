import type { OrganizationPrices, PropertyPrices } from "../../../../contract/gallon-prices.ts";

interface Prices {
  prices: readonly PropertyPrices[];
  defaults: readonly OrganizationPrices[];
  /** yyyy-MM-dd: the day whose prices are looked at. */
  lastDay: string;
}

const isOn = (day: string) => (price: { start_date: string | null; end_date: string | null }) =>
  (price.start_date === null || price.start_date <= day) && (price.end_date === null || price.end_date >= day);

/** How many units' water is counted at the price that holds where nobody set one. */
export function unpricedUnits({ prices, defaults, lastDay }: Prices): number {
  const set = new Set(
    defaults.filter((one) => one.prices.some(isOn(lastDay))).map(({ organization_id }) => organization_id),
  );
  return prices
    .filter(({ organization_id }) => organization_id === null || !set.has(organization_id))
    .map(({ units_count, prices: own }) => {
      const priced = new Set(own.filter(isOn(lastDay)).flatMap(({ unit_ids }) => unit_ids));
      return Math.max(0, units_count - priced.size);
    })
    .reduce((sum, units) => sum + units, 0);
}
