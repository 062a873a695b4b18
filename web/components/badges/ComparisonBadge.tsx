import type { ReactNode } from "react";
import classes from "./Badge.module.css";
import { comparisonText } from "./comparison-text.ts";

export interface Comparison {
  /** Null: nothing to compare with; no badge. */
  value: number | null;
  /** "pp" for percentages of leaks, "%" for all else. */
  unit: "%" | "pp";
  /** "vs previous 7 days" */
  against?: string;
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
