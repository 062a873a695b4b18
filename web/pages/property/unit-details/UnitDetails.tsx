import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { both, panelOf } from "../../../app/query-state.ts";
import { placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { Gallons } from "../../../language/measure.ts";
import { chosenUnit } from "./chosen-unit.ts";
import classes from "./unit-details.module.css";

// Few reports are of one unit.
const UnitParts = lazy(() => import("./UnitParts.tsx"));
const GallonsDynamicsPanel = lazy(async () => ({
  default: (await import("../report-charts/GallonsDynamicsPanel.tsx")).GallonsDynamicsPanel,
}));

const bones = (
  <div className={classes.content}>
    <Skeleton width="80%" height={40} />
    <Skeleton width="100%" height={70} />
    <Skeleton width="100%" height={70} />
  </div>
);

/** The unit of a report of exactly one: who lives there, its meters, its leaks and what it used; nothing otherwise. */
export function UnitDetails({ view }: { view: ReportView }): ReactNode {
  const places = useQuery(placesQuery(view.search));
  const properties = useQuery(propertiesQuery());
  const unit = chosenUnit(view.search, places.data, properties.data);
  if (unit === null) return null;
  return (
    <div className={classes.unit}>
      <Panel
        title={t`Unit details`}
        state={unit ? { kind: "ready" } : panelOf({ ...both(places, properties), data: unit }, t`The unit`)}
        skeleton={bones}
      >
        {unit && (
          <Suspense fallback={bones}>
            <UnitParts unit={unit} view={view} />
          </Suspense>
        )}
      </Panel>
      <Suspense
        fallback={<Panel title={t`${Gallons} & Leaks Dynamics`} state={{ kind: "loading" }} skeleton={bones} />}
      >
        <GallonsDynamicsPanel view={view} />
      </Suspense>
    </div>
  );
}
