import type { ReactNode } from "react";
import { formatNumber } from "../format.ts";
import classes from "./Badge.module.css";

export interface Comparison {
  /** Null: nothing to compare with; no badge. */
  value: number | null;
  /** "pp" for percentages of leaks, "%" for all else. */
  unit: "%" | "pp";
  /** "vs previous 7 days" */
  against?: string;
}

/** "+12.3%", "-1.5 pp", "0%": the sign goes by the rounded figure. */
export function comparisonText(value: number, unit: "%" | "pp"): string {
  const rounded = Math.round(value * 10) / 10;
  const figure = formatNumber(Math.abs(rounded), Math.abs(rounded) >= 100 || Number.isInteger(rounded) ? 0 : 1);
  return `${rounded > 0 ? "+" : rounded < 0 ? "-" : ""}${figure}${unit === "pp" ? " pp" : "%"}`;
}

/** More water than before is red with +, less is green with -. */
export function ComparisonBadge({ value, unit, against }: Comparison): ReactNode {
  if (value === null) return null;
  const text = comparisonText(value, unit);
  const name = text.startsWith("+") ? "critical" : text.startsWith("-") ? "online" : "unknown";
  return (
    <span className={classes.comparison}>
      <span
        className={classes.badge}
        style={{ "--ink": `var(--${name})`, "--soft": `var(--${name}-soft)`, paddingLeft: 7 }}
      >
        {text}
      </span>
      {against && <span className={classes.against}>{against}</span>}
    </span>
  );
}
