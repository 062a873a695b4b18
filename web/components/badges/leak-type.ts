import { t } from "@lingui/core/macro";
import type { SeriesColor } from "../../theme/series.ts";
import { HYBRID_LEAK, leakTypeNames } from "../labels.ts";

const colors: Readonly<Record<string, SeriesColor>> = {
  "toilet leak": "toilet_leak",
  "other leak": "other_leak",
  "water heater": "water_heater_leak",
};

const hybrid = {
  name: HYBRID_LEAK,
  color: "hybrid_leak",
  hint: t`This leak has more than one type`,
} as const;

/** The label and colour of a leak's type. Any combination and any unknown value is a Hybrid Leak, which has a hint. */
export function leakTypeLook(leakType: string): { name: string; color: SeriesColor; hint?: string } {
  const [name, color] = Object.hasOwn(colors, leakType) ? [leakTypeNames[leakType], colors[leakType]] : [];
  return name === undefined || color === undefined ? hybrid : { name, color };
}
