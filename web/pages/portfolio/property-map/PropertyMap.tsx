import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import { propertyMapQuery } from "./map-query.ts";
import classes from "./property-map.module.css";

// The shapes of the states weigh as much as a screen: they come when a map is shown.
const MapView = lazy(() => import("./MapView.tsx"));

/** Where the properties are and how they do. */
export function PropertyMap({ view }: { view: ReportView }): ReactNode {
  return (
    <QueryPanel
      query={useQuery(propertyMapQuery(view.search))}
      what={t`The map`}
      empty={({ properties }) =>
        properties.length === 0 ? t`A property shows here once it is imported and you may see it.` : undefined
      }
      title={t`Map`}
      subtitle={t`Properties by class and leak cost, ${formatPeriod(view.period)}`}
      info={t`Each property stands at the center of its ZIP code. Its class goes by its leak volume: under 10% on track, under 25% opportunities, above that critical.`}
      skeleton={<Coming />}
    >
      {({ properties }) => (
        <Suspense fallback={<Coming />}>
          <MapView properties={properties} view={view} />
        </Suspense>
      )}
    </QueryPanel>
  );
}

/** Holds the place of legend, map and list. */
function Coming(): ReactNode {
  return (
    <div className={classes.view} aria-busy="true">
      <div className={classes.legend}>
        <Skeleton width="60%" />
      </div>
      <div className={classes.parts}>
        <div className={classes.coming}>
          <Skeleton height="100%" />
        </div>
        <div className={classes.list} />
      </div>
    </div>
  );
}
