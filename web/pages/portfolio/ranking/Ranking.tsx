import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { exportOf } from "../../../app/export.ts";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import report from "../../../app/report/report.module.css";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { formatDollars, formatGallons, formatLeakShare, formatNumber } from "../../../components/format.ts";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { propertyTarget } from "../properties/property-target.ts";
import { type RankingTotals, rankingColumns } from "./columns.tsx";
import { rankingParams, rankingQuery, rankingTab, rankingTabs } from "./ranking-query.ts";
import { describeRankingOrder, rankingAnchor, rankingEmpty, rankingMark } from "./ranking-text.ts";

const exports = {
  watchlist: "GET /v1/reporting/portfolio-insights/performance-ranking/watchlist/export",
  toplist: "GET /v1/reporting/portfolio-insights/performance-ranking/toplist/export",
} as const;

/** The properties in two orders: where leaks cost most, and where least water leaks. A row opens the property. */
export function Ranking({ view }: { view: ReportView }): ReactNode {
  const navigate = useNavigate();
  const panel = useId();
  const { search } = view;
  const tab = rankingTab(search);
  const ranking = useQuery(rankingQuery(search));
  const overview = useQuery(overviewQuery(search));
  const dateRange = formatPeriod(view.period);
  const name = rankingTabs.find((one) => one.tab === tab)?.label ?? "";
  const columns = rankingColumns(view, tab === "watchlist" ? totalsOf(overview.data) : {});
  const { ordering } = rankingParams(search);
  const isEmpty = overview.data !== undefined && holdsNothing(overview.data);
  return (
    <div className={report.stack} id={rankingAnchor}>
      <Tabs
        label="Rankings"
        panel={panel}
        tabs={rankingTabs}
        value={tab}
        onChange={(next) => view.setTab(next === "toplist" ? next : undefined)}
        look="line"
      />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, tab)}>
        <TableFrame title={name} subtitle={`${dateRange}. ${describeRankingOrder(tab, ordering, columns)}.`}>
          {(heading) => (
            <ListTable
              caption={`${name}, ${dateRange}`}
              columns={columns}
              rowKey={(row) => String(row.property_id)}
              highlight={rankingMark}
              list={ranking}
              state={view}
              what={`The ${tab}`}
              layoutName="performance_ranking"
              hiddenAtFirst={["rank", "units_reporting"]}
              empty={{ sentence: isEmpty ? "Nothing was read in this period." : rankingEmpty[tab] }}
              ordering={ordering}
              onOpenRow={(row) => void navigate(propertyTarget(row.property_id, view.period))}
              onExport={exportOf(exports[tab], { query: rankingParams(search) })}
              heading={heading}
            />
          )}
        </TableFrame>
      </div>
    </div>
  );
}

/** The portfolio's figures, which the properties with leaks, all on the watchlist, add up to. */
function totalsOf(overview: Overview | undefined): RankingTotals {
  if (overview === undefined) return {};
  return {
    leaking_units: formatNumber(overview.units_with_leakage),
    leak_volume: formatGallons(overview.gallons_leaked),
    leak_percentage: formatLeakShare(overview.leak_percentage),
    leak_cost: formatDollars(overview.leak_cost, 2),
  };
}
