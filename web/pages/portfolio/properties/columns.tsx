import { Link } from "@tanstack/react-router";
import type { PropertyRow } from "../../../../contract/reporting.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/report-view.ts";
import { PerformanceBadge, performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import { formatGallons, formatNumber, formatPercent } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { propertyTarget } from "./property-target.ts";

type Figure = "units" | "units_with_leakage" | "bedrooms" | "days_read";

const plain = (value: number | null) => (value === null ? "" : String(value));

function count(id: Figure, header: string, width: number, hint?: string): TableColumn<PropertyRow> {
  return {
    id,
    header,
    align: "right",
    sortable: id,
    width,
    hint,
    cell: (row) => formatNumber(row[id]),
    text: (row) => plain(row[id]),
  };
}

/** The columns of the Properties table. */
export function propertyColumns(view: ReportView): TableColumn<PropertyRow>[] {
  return [
    {
      id: "property_name",
      header: "Property",
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => <strong>{row.property_name}</strong>,
      text: (row) => row.property_name,
    },
    {
      id: "state",
      header: "State",
      sortable: "state",
      width: 80,
      cell: (row) => row.state,
      text: (row) => row.state,
    },
    {
      id: "performance",
      header: "Performance",
      sortable: "performance",
      width: 150,
      hint: "By leak volume: under 10% on track, under 25% opportunities, above that critical",
      cell: (row) => <PerformanceBadge performance={row.performance} />,
      text: (row) => performanceName(row.performance),
    },
    count("units", "Units", 80),
    count("units_with_leakage", "Units with leak", 130),
    count("bedrooms", "Bedrooms", 110),
    count("days_read", "Days Read", 110, "Days on which at least 80% of the property's meters were read"),
    {
      id: "gallons_consumed",
      header: "Gallons",
      unit: "gal",
      align: "right",
      sortable: "gallons_consumed",
      width: 110,
      cell: (row) => formatGallons(row.gallons_consumed),
      text: (row) => plain(row.gallons_consumed),
    },
    {
      id: "leak_percentage",
      header: "Leak Volume",
      unit: "%",
      align: "right",
      sortable: "leak_percentage",
      width: 130,
      card: "main",
      cell: (row) => formatPercent(row.leak_percentage),
      text: (row) => plain(row.leak_percentage),
    },
    {
      id: "gallons_leaked",
      header: "Leak Gallons",
      unit: "gal",
      align: "right",
      sortable: "gallons_leaked",
      width: 140,
      card: "main",
      cell: (row) => <strong>{formatGallons(row.gallons_leaked)}</strong>,
      text: (row) => plain(row.gallons_leaked),
    },
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
