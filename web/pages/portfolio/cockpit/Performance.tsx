import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LeakStatus } from "../../../../contract/portfolio/portfolio-status.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { panelOf } from "../../../app/report/panel-of.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { PerformanceBadge } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import { formatCount, formatNumber, formatPercent } from "../../../components/format.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { performanceQuery } from "./cockpit-queries.ts";
import { PerformanceBar } from "./PerformanceBar.tsx";
import classes from "./performance.module.css";
import { propertiesLink } from "./rows-links.ts";

/** Classes in which more properties than before are good news. */
const goodClasses: ReadonlySet<string> = new Set(["on_track", "zero_usage"]);

/** How many properties are of each class, always in the same order; a class opens its properties. */
export function Performance({ view }: { view: ReportView }): ReactNode {
  const performance = useQuery(performanceQuery(view.search));
  const { data } = performance;
  return (
    <Panel
      title="Portfolio performance"
      subtitle="Properties by share of water leaked"
      info="Of the water used less than 10% leaked: on track; less than 25%: opportunities; more: critical. Meters reported, but no water ran: zero usage. Percentages are of the properties with a class."
      state={panelOf(performance, "The classes of the properties", (status) =>
        propertiesOf(status) + status.no_data === 0
          ? "A property shows here once it is imported and you may see it."
          : undefined,
      )}
      refreshing={performance.isPlaceholderData}
      skeleton={<Bones widths={["100%", "90%", "85%", "80%", "75%"]} />}
    >
      {data && <Classes status={data} view={view} />}
    </Panel>
  );
}

function propertiesOf(status: LeakStatus): number {
  return performanceClasses.reduce((sum, name) => sum + status[name], 0);
}

function Classes({ status, view }: { status: LeakStatus; view: ReportView }): ReactNode {
  const { search } = view;
  const isCompared = comparesDays(search);
  return (
    <>
      <PerformanceBar status={status} />
      <ul className={classes.list}>
        {performanceClasses.map((name) => (
          <li key={name}>
            <Link className={classes.row} {...propertiesLink(search, undefined, name)}>
              <PerformanceBadge performance={name} />
              {isCompared && (
                <ComparisonBadge
                  value={status[`${name}_comparison`]}
                  unit="%"
                  moreIs={goodClasses.has(name) ? "good" : "bad"}
                />
              )}
              <b>{formatNumber(status[name])}</b>
              <span className={classes.percent}>{formatPercent(status[`${name}_percentage`])}</span>
            </Link>
          </li>
        ))}
        {status.no_data > 0 && (
          <li>
            <Link className={classes.row} {...propertiesLink(search, "performance")}>
              <PerformanceBadge performance={null} />
              <span className={classes.hint}>No meter reported</span>
              <b>{formatNumber(status.no_data)}</b>
              <span className={classes.percent} />
            </Link>
          </li>
        )}
      </ul>
      {propertiesOf(status) > 0 && (
        <Link className={classes.leaks} {...propertiesLink(search, "-units_with_leakage")}>
          {formatCount(status.total_leaks, "unit leaks", "units leak")}
          {isCompared && <ComparisonBadge value={status.total_leaks_comparison} unit="%" />}
        </Link>
      )}
    </>
  );
}
