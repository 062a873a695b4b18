import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LeakStatus } from "../../../../contract/portfolio/portfolio-status.ts";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { PerformanceBadge, performanceColor, performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../../components/badges/performance.ts";
import { formatNumber, formatPercent } from "../../../components/format.ts";
import classes from "./properties.module.css";
import { propertiesQueries } from "./properties-queries.ts";

/** How many properties are of each class, as one bar. A class filters the table to itself, and beside others that are on. */
export function Classes({ view }: { view: ReportView }): ReactNode {
  const status = useQuery(propertiesQueries(view.search).classes);
  const chosen = view.search.performance ?? [];
  const toggle = (performance: Performance) => {
    const next = performanceClasses.filter((one) => chosen.includes(one) !== (one === performance));
    view.setFilters({ performance: next.length === 0 ? undefined : next });
  };
  return (
    <QueryPanel
      query={status}
      what={t`The classes`}
      title={t`Performance`}
      subtitle={t`Properties, ${formatPeriod(view.period)}`}
      info={t`By leak volume: under 10% on track, under 25% opportunities, from there on critical. Zero usage: meters reported, but no water ran.`}
      skeleton={<Bones widths={["60%", "100%", "90%", "40%"]} />}
    >
      {(found) => <Bar status={found} chosen={chosen} onToggle={toggle} />}
    </QueryPanel>
  );
}

interface Props {
  status: LeakStatus;
  chosen: readonly Performance[];
  onToggle: (performance: Performance) => void;
}

function Bar({ status, chosen, onToggle }: Props): ReactNode {
  const isOff = (performance: Performance) => chosen.length > 0 && !chosen.includes(performance);
  return (
    <div className={classes.classes}>
      <p className={classes.worst}>{worstClassText(status)}</p>
      <div className={classes.bar} aria-hidden="true">
        {performanceClasses
          .filter((performance) => status[performance] > 0)
          .map((performance) => (
            <button
              key={performance}
              type="button"
              className={classes.part}
              tabIndex={-1}
              title={t`${performanceName(performance)}: ${plural(status[performance], { one: "# property", other: "# properties" })}`}
              data-off={isOff(performance) || undefined}
              style={{ flexGrow: status[performance], "--ink": `var(--${performanceColor(performance)})` }}
              onClick={() => onToggle(performance)}
            />
          ))}
      </div>
      <div className={classes.keys}>
        {performanceClasses.map((performance) => (
          <button
            key={performance}
            type="button"
            className={classes.key}
            aria-pressed={chosen.includes(performance)}
            onClick={() => onToggle(performance)}
          >
            <PerformanceBadge performance={performance} />
            <span className={classes.count}>
              <b>{formatNumber(status[performance])}</b> {formatPercent(status[`${performance}_percentage`], 0)}
            </span>
          </button>
        ))}
      </div>
      <p className={classes.apart}>{unclassifiedText(status)}</p>
    </div>
  );
}

/** How many properties need somebody, as the panel's first sentence. */
function worstClassText(status: LeakStatus): string {
  const classed = performanceClasses.reduce((sum, performance) => sum + status[performance], 0);
  if (classed === 0) return t`No property has a class in this period.`;
  if (status.critical > 0) return t`${formatNumber(status.critical)} of ${formatNumber(classed)} critical`;
  return status.opportunities > 0
    ? t`None critical, ${formatNumber(status.opportunities)} of ${formatNumber(classed)} with opportunities`
    : t`None critical`;
}

/** What the bar does not show: leaking units, and properties that have no class. */
function unclassifiedText({ total_leaks, no_data }: LeakStatus): string {
  const units = t`${plural(total_leaks, { one: "# unit", other: "# units" })} with leak in all of them.`;
  if (no_data === 0) return units;
  return t`${units} ${plural(no_data, { one: "# property", other: "# properties" })} without a class, in no percentage: no meter reported.`;
}
