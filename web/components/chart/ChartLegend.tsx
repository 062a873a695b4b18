import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Swatch } from "../badges/Swatch.tsx";
import classes from "./Chart.module.css";
import type { ChartBand, ChartSeries } from "./series.ts";

export interface ChartLegendProps {
  series: readonly ChartSeries[];
  hidden: ReadonlySet<string>;
  onToggle: (id: string) => void;
  /** Whether hatching and shading occur and so need a legend entry. */
  estimated: boolean;
  unmeasured: boolean;
  /** Named beside their shade. */
  bands?: readonly ChartBand[];
}

/** The series by name; a click takes one out or brings it back. */
export function ChartLegend({ series, hidden, onToggle, estimated, unmeasured, bands }: ChartLegendProps): ReactNode {
  return (
    <div className={classes.legend}>
      {series.map((one) => (
        <button
          key={one.id}
          type="button"
          className={classes.key}
          aria-pressed={!hidden.has(one.id)}
          onClick={() => onToggle(one.id)}
        >
          <Swatch color={one.color} line={one.kind === "line"} />
          {one.name}
        </button>
      ))}
      {bands?.map(({ first, label }) => (
        <span key={`${first} ${label}`} className={classes.note}>
          <span className={classes.shade} data-band="" aria-hidden="true" />
          {label}
        </span>
      ))}
      {estimated && (
        <span className={classes.note}>
          <Trans>
            <span className={classes.hatch} aria-hidden="true" />
            Estimated
          </Trans>
        </span>
      )}
      {unmeasured && (
        <span className={classes.note}>
          <Trans>
            <span className={classes.shade} aria-hidden="true" />
            Not measured
          </Trans>
        </span>
      )}
    </div>
  );
}
