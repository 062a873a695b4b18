import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import type { RankingRow } from "../../../../contract/portfolio/portfolio-ranking.ts";
import { exportOf } from "../../../app/export.ts";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import report from "../../../app/report/report.module.css";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { formatGallons, formatGallonsUnit, formatLeakShare, formatNumber, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { dollarsColumn, gallonsColumn } from "../../../components/table/columns.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { Gallons } from "../../../language/measure.ts";
import { propertyTarget } from "../properties/property-target.ts";
import { RankingBadge } from "./RankingBadge.tsx";
import { rankingParams, rankingQuery, rankingTab, rankingTabs } from "./ranking-query.ts";
import {
  describeRankingOrder,
  type RankingTotals,
  rankingAnchor,
  rankingEmpty,
  rankingLabel,
  rankingMark,
  watchlistTotals,
} from "./ranking-text.ts";

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
  const columns = rankingColumns(view, tab === "watchlist" ? watchlistTotals(overview.data) : {});
  const { ordering } = rankingParams(search);
  const isEmpty = overview.data !== undefined && holdsNothing(overview.data);
  return (
    <div className={report.stack} id={rankingAnchor}>
      <Tabs
        label={t`Rankings`}
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
              what={tab === "toplist" ? t`The toplist` : t`The watchlist`}
              layoutName="performance_ranking"
              hiddenAtFirst={["rank", "units_reporting"]}
              empty={{ sentence: isEmpty ? t`Nothing was read in this period.` : rankingEmpty[tab] }}
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

type Column = TableColumn<RankingRow>;
type Field = "rank" | "total_units" | "units_reporting" | "leaking_units" | "leaking_toilets" | "leaking_other";

function count(id: Field, header: string, hint?: string): Column {
  return {
    id,
    header,
    align: "right",
    sortable: id,
    // A one-word header is no wider than its figures, so that all columns fit beside a comparison.
    twoLines: header.includes(" "),
    hint,
    cell: (row) => formatNumber(row[id]),
    text: (row) => plain(row[id]),
  };
}

/** The columns of a ranking of properties. */
function rankingColumns(view: ReportView, totals: RankingTotals): Column[] {
  const isCompared = comparesDays(view.search);
  return [
    { ...count("rank", t`Rank`), width: 60 },
    {
      id: "property_name",
      header: t`Property`,
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => (
        <Link {...propertyTarget(row.property_id, view.period)} className={report.details}>
          {row.property_name}
        </Link>
      ),
      text: (row) => row.property_name,
    },
    {
      id: "ranking",
      header: t`Ranking`,
      sortable: "ranking",
      card: "under",
      hint: t`By leak volume: under 10% green, under 25% yellow, above that red; none where no meter reported`,
      cell: (row) => <RankingBadge ranking={row.ranking} />,
      text: (row) => (row.ranking === null ? "" : rankingLabel(row.ranking)),
    },
    count("total_units", t`Units`),
    count("units_reporting", t`Units Reporting`, t`Units that were read on at least one of the days`),
    { ...count("leaking_units", t`Leaking Units`), total: totals.leaking_units },
    count("leaking_toilets", t`Leaking Toilets`),
    count("leaking_other", t`Other Leaks`, t`Units with any other leak; some have a toilet leak, too`),
    gallonsColumn("leak_volume", t`Leak ${Gallons}`, {
      twoLines: true,
      sortable: "leak_volume",
      total: totals.leak_volume,
    }),
    {
      id: "leak_percentage",
      header: t`Leak Volume`,
      unit: "%",
      align: "right",
      twoLines: true,
      sortable: "leak_percentage",
      fields: ["leak_percentage", "leak_percentage_comparison"],
      cell: (row) => (
        <>
          {isCompared && <ComparisonBadge value={row.leak_percentage_comparison} unit="pp" />}{" "}
          {formatLeakShare(row.leak_percentage)}
        </>
      ),
      text: (row) => plain(row.leak_percentage),
    },
    dollarsColumn("leak_cost", t`Leak Cost`, {
      twoLines: true,
      sortable: "leak_cost",
      card: "main",
      total: totals.leak_cost,
      strong: true,
    }),
    dollarsColumn("leak_cost_per_unit", t`Leak Cost per Unit`, { sortable: "leak_cost_per_unit", twoLines: true }),
    gallonsColumn("gallons_per_bedroom_per_day", t`Use per Bedroom`, {
      sortable: "gallons_per_bedroom_per_day",
      twoLines: true,
      hint: t`Per bedroom and day, of units that are measured as a whole: under ${formatGallons(60)} efficient, ${formatGallons(60)} to ${formatGallons(120)} usual, above ${formatGallonsUnit(120)} high`,
      decimals: 1,
    }),
  ];
}
