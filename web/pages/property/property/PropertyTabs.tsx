import { t } from "@lingui/core/macro";
import { lazy, type ReactNode, Suspense } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { TableComing } from "../../../app/report/table/TableComing.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { LeakListTable } from "../leak-list/LeakListTable.tsx";
import classes from "./property.module.css";
import { loadDevices, loadHeatMap, loadOccupancy, loadTopUnits } from "./tab-code.ts";
import { type HeatFigure, type PropertySearch, type PropertyTab, propertyTab } from "./view/property-search.ts";

const TopUnits = lazy(async () => ({ default: await loadTopUnits() }));
const Occupancy = lazy(async () => ({ default: await loadOccupancy() }));
const BuildingHeatMap = lazy(async () => ({ default: await loadHeatMap() }));
const Devices = lazy(async () => ({ default: await loadDevices() }));

const tabs = [
  { tab: "leaks", label: t`Leaks` },
  { tab: "units", label: t`Units` },
  { tab: "occupancy", label: t`Occupancy` },
  { tab: "heat-map", label: t`Heat map` },
  { tab: "devices", label: t`Devices` },
] as const satisfies readonly { tab: PropertyTab; label: string }[];

const PANEL = "property-tab";

interface Props {
  id: number;
  view: ReportView;
  search: PropertySearch;
  /** The property's own time zone; undefined until it is known. */
  zone: string | undefined;
  setOccupancy: (occupancy: PropertySearch["occupancy"]) => void;
  setHeat: (figure: HeatFigure) => void;
}

/** The lists of a property: leaks, top-leaking units, occupancy, units by day, and devices without data. */
export function PropertyTabs({ id, view, search, zone, setOccupancy, setHeat }: Props): ReactNode {
  const tab = propertyTab(search);
  return (
    <>
      <Tabs
        label={t`Lists of this property`}
        look="line"
        tabs={tabs}
        value={tab}
        onChange={(next) => view.setTab(next === "leaks" ? undefined : next)}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)} className={classes.tab}>
        <Suspense fallback={<TableComing />}>
          {tab === "leaks" && <LeakListTable view={view} from="property" />}
          {tab === "units" && <TopUnits id={id} view={view} />}
          {tab === "occupancy" && (
            <Occupancy id={id} view={view} occupancy={search.occupancy} setOccupancy={setOccupancy} />
          )}
          {tab === "heat-map" && (
            <BuildingHeatMap id={id} view={view} figure={search.heat ?? "leaked"} setFigure={setHeat} />
          )}
          {tab === "devices" && <Devices id={id} view={view} zone={zone} />}
        </Suspense>
      </div>
    </>
  );
}
