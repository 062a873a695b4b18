import type { ReactNode } from "react";
import { InfoTip } from "../InfoTip.tsx";
import classes from "./Badge.module.css";
import { leakTypeLook } from "./leak-type.ts";
import { Swatch } from "./Swatch.tsx";

/** The kind of a leak in words: anything but the three known kinds is a Hybrid Leak. */
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
