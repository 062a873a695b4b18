import { t } from "@lingui/core/macro";
import { formatNumber } from "../format.ts";

/** "+12.3%", "-1.5 pp", "0%": the sign goes by the rounded figure. */
export function comparisonText(value: number, unit: "%" | "pp"): string {
  const rounded = Math.round(value * 10) / 10;
  const figure = formatNumber(Math.abs(rounded), Math.abs(rounded) >= 100 || Number.isInteger(rounded) ? 0 : 1);
  return `${rounded > 0 ? "+" : rounded < 0 ? "-" : ""}${figure}${unit === "pp" ? t` pp` : "%"}`;
}
