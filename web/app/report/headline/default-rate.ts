import { plural, t } from "@lingui/core/macro";
import { formatPrice } from "../../../components/format.ts";
import { gallon } from "../../../language/measure.ts";

/** Dollars a gallon costs where nobody has set a price. */
export const DEFAULT_RATE = 0.015;

/** Whose dollars are at the default rate: of how many units, and of how many leaks outside of units. */
export interface WithoutRate {
  units: number;
  leaksOutsideUnits: number;
}

/** That dollars are at the default rate, and whose; null: a rate is set for all of them. */
export function defaultRateMessage({ units, leaksOutsideUnits }: WithoutRate): string | null {
  const whose = [
    ...(units > 0 ? [plural(units, { one: "# unit", other: "# units" })] : []),
    ...(leaksOutsideUnits > 0
      ? [t`${plural(leaksOutsideUnits, { one: "# leak", other: "# leaks" })} outside of units`]
      : []),
  ];
  if (whose.length === 0) return null;
  const rate = formatPrice(DEFAULT_RATE);
  const dollars = units + leaksOutsideUnits === 1 ? t`its` : t`their`;
  return t`No water rate is set for ${whose.join(t` and `)}: ${dollars} costs use the default of ${rate} per ${gallon}.`;
}
