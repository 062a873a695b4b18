import { lazy, type ReactNode, Suspense } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import classes from "./home.module.css";

const GallonsDynamicsPanel = lazy(async () => ({
  default: (await import("../report-charts/GallonsDynamicsPanel.tsx")).GallonsDynamicsPanel,
}));
const LeakVolumePanel = lazy(async () => ({
  default: (await import("../report-charts/LeakVolumePanel.tsx")).LeakVolumePanel,
}));

/** Gallons and the share that leaks over the report's days, beside each other. */
export function Charts({ view }: { view: ReportView }): ReactNode {
  const waiting = <div className={classes.waiting} />;
  return (
    <div className={classes.halves}>
      <Suspense fallback={waiting}>
        <GallonsDynamicsPanel view={view} />
      </Suspense>
      <Suspense fallback={waiting}>
        <LeakVolumePanel view={view} />
      </Suspense>
    </div>
  );
}
