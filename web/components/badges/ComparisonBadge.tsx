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
  /** Whether a rise is good news; left out: it is bad news, as of water and leaks. */
  moreIs?: "good" | "bad";
}

/** A change against the period before: + and -, bad news red, good news green. */
export function ComparisonBadge({ value, unit, against, moreIs = "bad" }: Comparison): ReactNode {
  if (value === null) return null;
  const text = comparisonText(value, unit);
  const [more, less] = moreIs === "bad" ? ["critical", "online"] : ["online", "critical"];
  const name = text.startsWith("+") ? more : text.startsWith("-") ? less : "unknown";
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
