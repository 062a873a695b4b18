import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconRosetteDiscountCheckFilled,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { WaterLoss } from "../../../contract/reporting/water-loss.ts";
import { translateServerText } from "../../language/server-texts.ts";
import { formatLeakShare } from "../format.ts";
import classes from "./WaterLossIndicator.module.css";
import { waterLossBands, waterLossPlace } from "./water-loss-scale.ts";

const icons = {
  Excellent: IconRosetteDiscountCheckFilled,
  "On Track": IconCircleCheckFilled,
  "Attention Needed": IconAlertTriangleFilled,
  Urgent: IconAlertOctagonFilled,
} as const;

export interface WaterLossIndicatorProps {
  /** Leak gallons per hundred gallons; null: nothing was used, or measured. */
  percentage: number | null;
  /** The band and its sentence; null: there is none. */
  waterLoss: WaterLoss;
}

/** Where a leak percentage stands among the four bands of water loss, and how it is to be taken. */
export function WaterLossIndicator({ percentage, waterLoss }: WaterLossIndicatorProps): ReactNode {
  if (percentage === null || waterLoss === null) {
    return (
      <div className={classes.indicator}>
        <Scale />
        <p className={classes.text}>
          <Trans>No leak percentage: nothing was used, or nothing was measured.</Trans>
        </p>
      </div>
    );
  }
  const { band, text } = waterLoss;
  const Icon = icons[band];
  const known = waterLossBands.find((one) => one.band === band);
  const color = known?.color ?? "unknown";
  return (
    <div className={classes.indicator} style={{ "--ink": `var(--${color})` }}>
      <div
        role="img"
        aria-label={t`Water loss: ${formatLeakShare(percentage)} of the water leaked, ${known?.name ?? band}`}
      >
        <Scale band={band} place={waterLossPlace(percentage)} />
      </div>
      <p className={classes.text}>
        <Icon size={16} aria-hidden="true" />
        <span>{translateServerText(text)}</span>
      </p>
    </div>
  );
}

function Scale({ band, place }: { band?: string; place?: number }): ReactNode {
  return (
    <div className={classes.scale} aria-hidden="true">
      {place !== undefined && <span className={classes.marker} style={{ left: `${place}%` }} />}
      {waterLossBands.map((one) => (
        <span
          key={one.band}
          className={classes.band}
          data-on={one.band === band || undefined}
          style={{ "--ink": `var(--${one.color})` }}
        >
          <i />
          <b>{one.name}</b>
          <small>{one.from}%</small>
        </span>
      ))}
    </div>
  );
}
