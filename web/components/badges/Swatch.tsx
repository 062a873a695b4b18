import type { ReactNode } from "react";
import { type SeriesColor, seriesPattern, seriesVariable } from "../../theme/series.ts";
import classes from "./Badge.module.css";

/** A series' colour and pattern, small, before its name. */
export function Swatch({ color, line }: { color: SeriesColor; line?: boolean }): ReactNode {
  return (
    <span
      className={classes.swatch}
      data-pattern={seriesPattern[color]}
      data-shape={line && seriesPattern[color] !== "dashed" ? "line" : undefined}
      style={{ "--ink": seriesVariable(color) }}
      aria-hidden="true"
    />
  );
}
