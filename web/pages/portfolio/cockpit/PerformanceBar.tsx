import type { ReactNode } from "react";
import type { LeakStatus } from "../../../../contract/portfolio/portfolio-status.ts";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import { formatNumber, formatPercent } from "../../../components/format.ts";
import classes from "./performance.module.css";

/** One bar of all properties with a class, split by class in their order; each part with its number where there is room. */
export function PerformanceBar({ status }: { status: LeakStatus }): ReactNode {
  const labels = performanceClasses.map(
    (name) => `${performanceName(name)} ${formatNumber(status[name])} (${formatPercent(status[`${name}_percentage`])})`,
  );
  return (
    <div className={classes.bar} role="img" aria-label={`Properties by class: ${labels.join(", ")}`}>
      {performanceClasses.map(
        (name) =>
          status[name] > 0 && (
            <span key={name} className={classes.part} data-class={name} style={{ flexGrow: status[name] }}>
              {formatNumber(status[name])}
            </span>
          ),
      )}
    </div>
  );
}
