import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import classes from "./HeatGrid.module.css";
import { type HeatScale, heatRanges } from "./heat-scale.ts";

interface Props {
  scale: HeatScale;
  /** "gal leaked in a day" */
  unit: string;
  /** A figure where a shade begins. */
  format: (step: number) => string;
}

/** What the shades of a heat map stand for. */
export function HeatLegend({ scale, unit, format }: Props): ReactNode {
  return (
    <div className={`${classes.wrap} ${classes.legend}`} data-hue={scale.hue}>
      <span>
        <Trans>
          <i className={classes.cell} data-level="0" /> none
        </Trans>
      </span>
      {heatRanges(scale, format).map((range, place) => (
        <span key={range}>
          <i className={classes.cell} data-level={place + 1} /> {range}
        </span>
      ))}
      <span>{unit}</span>
      <span>
        <Trans>
          <i className={classes.cell} data-level="none" /> not measured
        </Trans>
      </span>
      <span>
        <Trans>
          <i className={classes.cell} data-level="2" data-partial /> measured in part
        </Trans>
      </span>
    </div>
  );
}
