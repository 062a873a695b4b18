import type { ReactNode } from "react";
import type { WaterUse } from "../../../../contract/portfolio/portfolio-efficiency.ts";
import { formatNumber } from "../../../components/format.ts";
import classes from "./efficiency.module.css";
import { scaleBands, scalePlace, useClasses } from "./efficiency-scale.ts";

interface Props {
  /** Null: not measured, no marker. */
  gallons: number | null;
  found: WaterUse["class"];
  scale: WaterUse["scale"];
}

/** Where a use per bedroom and day stands on the published scale, with the target of a well kept building. */
export function EfficiencyScale({ gallons, found, scale }: Props): ReactNode {
  const { usual_from, high_above, target } = scale;
  const scaleText = `under ${usual_from} efficient, ${usual_from} to ${high_above} usual, above ${high_above} high, target ${target}`;
  const measured = gallons === null ? "not measured" : `${formatNumber(gallons, 1)} gallons per bedroom per day`;
  return (
    <div className={classes.scale} role="img" aria-label={`Water usage efficiency: ${measured}; ${scaleText}`}>
      <div className={classes.bands}>
        {gallons !== null && <span className={classes.marker} style={{ left: `${scalePlace(gallons, scale)}%` }} />}
        {scaleBands(scale).map(({ band, width }) => (
          <i key={band} data-band={band} data-on={band === found || undefined} style={{ width: `${width}%` }} />
        ))}
        <span className={classes.target} style={{ left: `${scalePlace(target, scale)}%` }} />
      </div>
      <div className={classes.names}>
        {scaleBands(scale).map(({ band, from, width }) => (
          <span key={band} data-on={band === found || undefined} style={{ width: `${width}%` }}>
            {from} <b>{useClasses[band]}</b>
          </span>
        ))}
      </div>
      <p className={classes.targetName}>
        <i /> Target {target}
      </p>
    </div>
  );
}
