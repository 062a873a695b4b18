import { plural, t } from "@lingui/core/macro";
import type { MappedProperty } from "../../../../contract/portfolio/portfolio-map.ts";
import { cost } from "../../../app/report/text.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { formatLeakShare } from "../../../components/format.ts";

/** "Indianapolis, IN"; empty if not set. */
export function cityText({ city, state }: MappedProperty): string {
  return [city, state].filter((part) => part !== "").join(", ");
}

/** "50.6% leaked, $964"; that nothing was measured where that is so. */
export function lossText({ gallons_leaked, leak_percentage, leak_cost }: MappedProperty): string {
  if (gallons_leaked === null) return t`Not measured`;
  if (gallons_leaked === 0) return t`No leak found`;
  const share = leak_percentage === null ? "" : t`${formatLeakShare(leak_percentage)} leaked, `;
  return `${share}${cost(leak_cost)}`;
}

/** The full text of a mark: "Monon Square, Indianapolis, IN. Critical, 50.6% leaked, $964". */
export function markLabel(property: MappedProperty): string {
  const place = [property.property_name, cityText(property)].filter((part) => part !== "").join(", ");
  return `${place}. ${performanceName(property.performance)}, ${lossText(property)}`;
}

/** How many are not on the map, before their names. */
export function offMapText(count: number): string {
  return t`${plural(count, { one: "# property", other: "# properties" })} ${count === 1 ? t`is` : t`are`} not on the map, because ${count === 1 ? t`its` : t`their`} ZIP code is missing, unknown or outside of the fifty states:`;
}
