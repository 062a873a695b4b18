import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import report from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/search/report-view.ts";
import { ReportDialogs } from "../../property/report-dialogs/ReportDialogs.tsx";
import { PropertyMap } from "../property-map/PropertyMap.tsx";
import { Ranking } from "../ranking/Ranking.tsx";
import { CockpitActions } from "./CockpitActions.tsx";
import { CockpitAnswer } from "./CockpitAnswer.tsx";
import { Costs } from "./Costs.tsx";
import classes from "./cockpit.module.css";
import { Efficiency } from "./Efficiency.tsx";
import { Overview } from "./Overview.tsx";
import { Performance } from "./Performance.tsx";
import { SavingsDialogs } from "./SavingsDialogs.tsx";

/** The week of a portfolio: what was lost, whether it gets better, where it costs most, and which properties to look at. */
export function CockpitPage(): ReactNode {
  const navigate = useNavigate({ from: "/cockpit" });
  const view = reportView(
    "cockpit",
    useSearch({ from: "/signed-in/cockpit" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  return (
    <div className={report.stack}>
      <title>Cockpit · Dripline</title>
      <ReportFilters title="Cockpit" view={view} placesTogether actions={<CockpitActions view={view} />} />
      <CockpitAnswer view={view} />
      <div className={classes.panels}>
        <Performance view={view} />
        <Costs view={view} />
        <Efficiency view={view} />
      </div>
      <div className={classes.map}>
        <PropertyMap view={view} />
      </div>
      <Ranking view={view} />
      <Overview view={view} />
      <ReportDialogs view={view} from="property" />
      <SavingsDialogs view={view} />
    </div>
  );
}
