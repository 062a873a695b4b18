import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "./start.module.css";
import { stepNames } from "./start-search.ts";

/** Where the steps will stand. */
export function StepBones(): ReactNode {
  return (
    <div className={classes.steps} role="status" aria-label={t`Loading...`} aria-busy>
      {stepNames.map((name) => (
        <div key={name} className={classes.step}>
          <span className={classes.mark} />
          <span className={classes.bones}>
            <Skeleton width={140} />
            <Skeleton width={260} />
          </span>
        </div>
      ))}
    </div>
  );
}
