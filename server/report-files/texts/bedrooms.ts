import type { I18n } from "@lingui/core";
import { type BedroomParams, isByBedrooms, MOST_BEDROOMS } from "../../query/chosen-properties.ts";

/** "only units with 2 to 3 bedrooms"; null: all units. */
export function bedroomsText(params: BedroomParams, i18n: I18n): string | null {
  if (!isByBedrooms(params)) return null;
  const { bedrooms_from: from = 0, bedrooms_to: to = MOST_BEDROOMS } = params;
  return to === MOST_BEDROOMS
    ? i18n._("only units with {from} or more bedrooms", { from })
    : i18n._("only units with {from} to {to} bedrooms", { from, to });
}

/** Says that figures are not limited to the chosen bedrooms. */
export function ofAllUnits(i18n: I18n): string {
  return i18n._("Includes all units, regardless of bedroom count.");
}
