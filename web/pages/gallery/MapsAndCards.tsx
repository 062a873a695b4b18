import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Preferences } from "../../../contract/accounts/preferences.ts";
import { preferencesQuery } from "../../app/preferences.ts";
import { OverviewCards } from "../../app/report/cards/OverviewCards.tsx";
import type { ReportSearch } from "../../app/report/search/report-search-fields.ts";
import { type ReportView, reportView } from "../../app/report/search/report-view.ts";
import type { PanelState } from "../../components/panel/Panel.tsx";
import { propertyMapQuery } from "../portfolio/property-map/map-query.ts";
import { PropertyMap } from "../portfolio/property-map/PropertyMap.tsx";
import { BuildingHeatMap } from "../property/building-heat-map/BuildingHeatMap.tsx";
import { heatMapQuery } from "../property/building-heat-map/heat-map-query.ts";
import type { HeatFigure } from "../property/property/view/property-search.ts";
import { Answered, failing } from "./Answered.tsx";
import classes from "./Gallery.module.css";
import { sampleCards, sampleHeat, sampleMap } from "./portfolio-sample.ts";

const start: ReportSearch = { period: "last-30-days" };
const HERE = 1;

/** A report's view as an address would hold it. */
function useView(): ReportView {
  const [search, setSearch] = useState(start);
  return reportView("cockpit", search, setSearch);
}

/** Puts the response to the map's query into the cache. */
function mapOf(count: number) {
  return (client: QueryClient) => {
    client.setQueryData(propertyMapQuery(start).queryKey, { properties: sampleMap(count) });
  };
}

function MapPanel(): ReactNode {
  return <PropertyMap view={useView()} />;
}

/** The map of properties in all states; of the classes that its legend leaves none, too. */
export function Maps(): ReactNode {
  return (
    <>
      <Answered fill={mapOf(38)}>
        <MapPanel />
      </Answered>
      <div className={classes.halves}>
        <Answered fill={() => {}}>
          <MapPanel />
        </Answered>
        <Answered fill={mapOf(0)}>
          <MapPanel />
        </Answered>
        <Answered fill={failing(propertyMapQuery(start))}>
          <MapPanel />
        </Answered>
      </div>
    </>
  );
}

function heatOf(units: number) {
  return (client: QueryClient) => {
    client.setQueryData(heatMapQuery(HERE, start).queryKey, sampleHeat(units));
  };
}

function HeatPanel(): ReactNode {
  const [figure, setFigure] = useState<HeatFigure>("leaked");
  return <BuildingHeatMap id={HERE} view={useView()} figure={figure} setFigure={setFigure} />;
}

/** The heat map of a building in all states. */
export function HeatMaps(): ReactNode {
  return (
    <>
      <Answered fill={heatOf(12)}>
        <HeatPanel />
      </Answered>
      <div className={classes.halves}>
        <Answered fill={() => {}}>
          <HeatPanel />
        </Answered>
        <Answered fill={heatOf(0)}>
          <HeatPanel />
        </Answered>
        <Answered fill={failing(heatMapQuery(HERE, start))}>
          <HeatPanel />
        </Answered>
      </div>
    </>
  );
}

const preferences: Preferences = {
  device_health_thresholds: { healthy: [95, 100], warning: [85, 94], critical: [0, 84] },
  favorites: { cockpit_overview_tiles: ["gbd"], property_overview_tiles: ["gbd"] },
  columns: {},
  comparison: "previous_period",
  language: null,
  measure: null,
  notifications: null,
};
const cardStates: readonly { share: number | null; state: PanelState }[] = [
  { share: 0.6, state: { kind: "ready" } },
  { share: null, state: { kind: "ready" } },
  { share: null, state: { kind: "loading" } },
  { share: null, state: { kind: "error", message: "The card could not be loaded.", onRetry: () => {} } },
];

/** The portfolio's cards: with figures, where nothing was measured, on their way and failed. A star is not kept. */
export function PortfolioCards(): ReactNode {
  return (
    <Answered fill={(client) => client.setQueryData(preferencesQuery.queryKey, preferences)}>
      {cardStates.map(({ share, state }) => (
        <OverviewCards
          key={`${state.kind} ${share}`}
          cards={state.kind === "ready" ? sampleCards(share) : undefined}
          state={state}
          period="Last 30 days"
          against={share === null ? undefined : "Previous 30 days (days 31-60)"}
          rowsOf={() => ({ label: "Show properties", to: "/properties", search: start })}
        />
      ))}
    </Answered>
  );
}
