import { Link } from "@tanstack/react-router";
import type { RankingRow } from "../../../../contract/portfolio/portfolio-ranking.ts";
import report from "../../../app/report/report.module.css";
import { comparesDays } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { formatLeakShare, formatNumber, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { dollarsColumn, gallonsColumn, numberColumn } from "../../../components/table/columns.tsx";
import { propertyTarget } from "../properties/property-target.ts";
import { RankingBadge } from "./RankingBadge.tsx";
import { rankingLabel } from "./ranking-text.ts";

type Column = TableColumn<RankingRow>;
type Field = "rank" | "total_units" | "units_reporting" | "leaking_units" | "leaking_toilets" | "leaking_other";

/** What all rows of a ranking add up to; a column that is left out has no total. */
export type RankingTotals = Partial<Record<"leaking_units" | "leak_volume" | "leak_percentage" | "leak_cost", string>>;

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
export function rankingColumns(view: ReportView, totals: RankingTotals): Column[] {
  const isCompared = comparesDays(view.search);
  return [
    { ...count("rank", "Rank"), width: 60 },
    {
      id: "property_name",
      header: "Property",
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
      header: "Ranking",
      sortable: "ranking",
      card: "under",
      hint: "By leak volume: under 10% green, under 25% yellow, above that red; none where no meter reported",
      cell: (row) => <RankingBadge ranking={row.ranking} />,
      text: (row) => (row.ranking === null ? "" : rankingLabel(row.ranking)),
    },
    count("total_units", "Units"),
    count("units_reporting", "Units Reporting", "Units that were read on at least one of the days"),
    { ...count("leaking_units", "Leaking Units"), total: totals.leaking_units },
    count("leaking_toilets", "Leaking Toilets"),
    count("leaking_other", "Other Leaks", "Units with any other leak; some have a toilet leak, too"),
    gallonsColumn("leak_volume", "Leak Gallons", {
      twoLines: true,
      sortable: "leak_volume",
      total: totals.leak_volume,
    }),
    {
      id: "leak_percentage",
      header: "Leak Volume",
      unit: "%",
      align: "right",
      twoLines: true,
      sortable: "leak_percentage",
      fields: ["leak_percentage", "leak_percentage_comparison"],
      total: totals.leak_percentage,
      cell: (row) => (
        <>
          {isCompared && <ComparisonBadge value={row.leak_percentage_comparison} unit="pp" />}{" "}
          {formatLeakShare(row.leak_percentage)}
        </>
      ),
      text: (row) => plain(row.leak_percentage),
    },
    dollarsColumn("leak_cost", "Leak Cost", {
      twoLines: true,
      sortable: "leak_cost",
      card: "main",
      total: totals.leak_cost,
      strong: true,
    }),
    dollarsColumn("leak_cost_per_unit", "Leak Cost per Unit", { sortable: "leak_cost_per_unit", twoLines: true }),
    numberColumn("gallons_per_bedroom_per_day", "Use per Bedroom", {
      unit: "gal",
      sortable: "gallons_per_bedroom_per_day",
      twoLines: true,
      hint: "Gallons per bedroom and day of units that are measured as a whole: under 60 efficient, 60 to 120 usual, above 120 high",
      decimals: 1,
    }),
  ];
}
