import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { formatCount, formatDollars } from "../../../components/format.ts";

/** Dollars a gallon costs where nobody has set a price. */
export const DEFAULT_RATE = 0.015;

/** That dollars are at the default rate, and of how many units; null: a rate is set for all of them. */
export function defaultRateMessage({
  units_without_price: units,
}: Pick<Overview, "units_without_price">): string | null {
  if (units === 0) return null;
  const rate = formatDollars(DEFAULT_RATE, 3);
  return `No water rate is set for ${formatCount(units, "unit")}: ${units === 1 ? "its" : "their"} dollars use the default of ${rate} a gallon.`;
}
