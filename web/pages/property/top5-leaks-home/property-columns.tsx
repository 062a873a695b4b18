import { Link } from "@tanstack/react-router";
import type { LeakPropertyRow } from "../../../../contract/reporting/top-leaks.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatGallons, formatLeakShare, formatNumber, plain } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";

type Figure = Exclude<keyof LeakPropertyRow, "property_id" | "property_name">;

/** Where a property's page is, for the same days. */
export function propertyPage(id: number, view: ReportView) {
  return {
    to: "/properties/$property_id",
    params: { property_id: String(id) },
    search: { ...view.period },
  } as const;
}

function figure(
  id: Figure,
  header: string,
  rest: Omit<Partial<TableColumn<LeakPropertyRow>>, "cell">,
  format: (value: number | null) => string = (value) => formatGallons(value),
): TableColumn<LeakPropertyRow> {
  return {
    id,
    header,
    align: "right",
    sortable: id,
    width: 130,
    ...rest,
    cell: (row) => (rest.card === "main" ? <strong>{format(row[id])}</strong> : format(row[id])),
    text: (row) => plain(row[id]),
  };
}

/** The columns of the properties whose units leaked. */
export function propertyLeakColumns(view: ReportView): TableColumn<LeakPropertyRow>[] {
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
    figure("units_with_leakage", "Units with leak", { card: "main" }, (value) => formatNumber(value)),
    figure("gallons_leaked", "Leak Gallons", {
      unit: "gal",
      card: "main",
      hint: "Gallons that its units lost to leaks in the chosen days",
    }),
    figure("gallons_consumed", "Gallons", { unit: "gal" }),
    figure("leak_percentage", "Leak Volume", { unit: "%" }, formatLeakShare),
    figure(
      "leak_days",
      "Days Leak Repeating",
      { width: 170, hint: "Days of the chosen ones on which a unit leaked" },
      (value) => formatNumber(value),
    ),
    figure("total_gallons_leaked", "Total Leak Gallons", {
      unit: "gal",
      width: 170,
      hint: "Gallons lost since these leaks began",
    }),
    {
      id: "details",
      header: "Details",
      width: 80,
      card: "none",
      cell: (row) => (
        <Link
          {...propertyPage(row.property_id, view)}
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
