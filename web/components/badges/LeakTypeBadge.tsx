import type { ReactNode } from "react";
import { InfoTip } from "../InfoTip.tsx";
import classes from "./Badge.module.css";
import { leakTypeLook } from "./leak-type.ts";
import { Swatch } from "./Swatch.tsx";

/** The label of a leak's type: any but the three known types is a Hybrid Leak. */
export function LeakTypeBadge({ leakType }: { leakType: string }): ReactNode {
  const { name, color, hint } = leakTypeLook(leakType);
  const badge = (
    <span className={classes.plain}>
      <Swatch color={color} />
      {name}
    </span>
  );
  return hint === undefined ? badge : <InfoTip label={hint}>{badge}</InfoTip>;
}
