import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { useHeadline } from "../../../app/report/headline/use-headline.ts";
import report from "../../../app/report/report.module.css";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import { reportView } from "../../../app/report/search/report-view.ts";
import { Cards } from "./Cards.tsx";
import { Classes } from "./Classes.tsx";
import { PropertiesTable } from "./PropertiesTable.tsx";
import classes from "./properties.module.css";
import { propertiesOverviewQuery, propertyRowsQuery } from "./properties-query.ts";
import { useClassFilters } from "./use-class-filters.tsx";
import { WaterLost } from "./WaterLost.tsx";

/** Which properties lose water, worst first. A row opens the property. */
export function PropertiesPage(): ReactNode {
  const navigate = useNavigate({ from: "/properties" });
  const search = useSearch({ from: "/signed-in/properties" });
  const view = reportView(
    "properties",
    search,
    (next, replace) => void navigate({ search: next, replace, resetScroll: false }),
  );
  const { filling } = useHeadline(view);
  const rows = useQuery(propertyRowsQuery(search));
  const sums = useQuery(propertiesOverviewQuery(search));
  const { controls, active } = useClassFilters(view);
  return (
    <div className={report.stack}>
      <title>Properties · Dripline</title>
      <ReportFilters title="Properties" view={view} placesTogether active={active}>
        {controls}
      </ReportFilters>
      <div
        className={classes.top}
        data-alone={filling !== null || undefined}
        data-compared={comparesDays(search) || undefined}
      >
        <WaterLost view={view} filling={filling} />
        {filling === null && <Classes view={view} />}
      </div>
      <PropertiesTable view={view} />
      {/* Not before the rows and their total, which would move it as they come. */}
      {!rows.isPending && !sums.isPending && <Cards view={view} />}
    </div>
  );
}
