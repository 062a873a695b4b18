import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PropertiesOverview } from "../../../../contract/portfolio/portfolio.ts";
import type { PropertyRow } from "../../../../contract/reporting/reporting.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ComparisonBadge } from "../../../components/badges/ComparisonBadge.tsx";
import { PerformanceBadge, performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { formatCount, formatGallons, formatLeakShare, formatNumber, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn, numberColumn, textColumn } from "../../../components/table/columns.tsx";
import own from "./properties.module.css";
import { propertyTarget } from "./property-target.ts";

type Count = "units" | "units_with_leakage" | "bedrooms";
type Volume = "gallons_consumed" | "leak_percentage" | "gallons_leaked";
type Rest = Pick<TableColumn<PropertyRow>, "unit" | "width" | "hint" | "card">;

/** A volume's change stands before it, so that the figures of a column stay one under another. */
function changed(figure: ReactNode, change: number | null, unit: "%" | "pp"): ReactNode {
  return change === null ? (
    figure
  ) : (
    <span className={own.change}>
      <ComparisonBadge value={change} unit={unit} />
      {figure}
    </span>
  );
}

/**
 * The columns of the Properties table.
 * @param totals of all pages; undefined while they are not known
 */
export function propertyColumns(view: ReportView, totals: PropertiesOverview | undefined): TableColumn<PropertyRow>[] {
  const count = (id: Count, header: string, width: number): TableColumn<PropertyRow> => ({
    id,
    header,
    align: "right",
    sortable: id,
    width,
    cell: (row) => formatNumber(row[id]),
    text: (row) => plain(row[id]),
    total: totals && formatNumber(totals[id === "units" ? "total_units" : id]),
  });
  const volume = (id: Volume, header: string, rest: Rest): TableColumn<PropertyRow> => {
    const format = id === "leak_percentage" ? formatLeakShare : formatGallons;
    const sign = id === "leak_percentage" ? "pp" : "%";
    return {
      id,
      header,
      align: "right",
      sortable: id,
      ...rest,
      cell: (row) =>
        changed(
          id === "gallons_leaked" ? <strong>{format(row[id])}</strong> : format(row[id]),
          row[`${id}_comparison`],
          sign,
        ),
      text: (row) => plain(row[id]),
      total: totals && changed(format(totals[id]), totals[`${id}_comparison`], sign),
    };
  };
  return [
    nameColumn("property_name", "Property", {
      sortable: "property_name",
      card: "title",
      pinned: true,
      total: totals && `Total of ${formatCount(totals.total_properties, "property", "properties")}`,
    }),
    textColumn("state", "State", { sortable: "state", width: 80 }),
    {
      id: "performance",
      header: "Performance",
      sortable: "performance",
      width: 150,
      card: "under",
      hint: "By leak volume: under 10% on track, under 25% opportunities, above that critical",
      cell: (row) => <PerformanceBadge performance={row.performance} />,
      text: (row) => performanceName(row.performance),
    },
    count("units", "Units", 80),
    count("units_with_leakage", "Units with leak", 130),
    count("bedrooms", "Bedrooms", 110),
    numberColumn("days_read", "Days Read", {
      sortable: "days_read",
      width: 110,
      hint: "Days on which at least 80% of the property's meters were read",
    }),
    volume("gallons_consumed", "Gallons", { unit: "gal", width: 110 }),
    volume("leak_percentage", "Leak Volume", { unit: "%", width: 130, card: "main" }),
    volume("gallons_leaked", "Leak Gallons", { unit: "gal", width: 140, card: "main" }),
    {
      id: "details",
      header: "Details",
      width: 80,
      card: "none",
      cell: (row) => (
        <Link
          {...propertyTarget(row.property_id, view.period)}
          className={classes.details}
          aria-label={`Details of ${row.property_name}`}
        >
          Details
        </Link>
      ),
      text: () => "",
    },
  ];
}
