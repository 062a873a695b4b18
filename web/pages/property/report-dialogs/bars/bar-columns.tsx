import { Link } from "@tanstack/react-router";
import type { LeakRow } from "../../../../../contract/reporting/reporting.ts";
import { leakTarget } from "../../../../app/report/leak-target.ts";
import classes from "../../../../app/report/report.module.css";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { formatPlace } from "../../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../../components/badges/leak-type.ts";
import { formatGallons, plain } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";

/** The bars' figures as a table. */
export function barColumns(from: ReportDialogProps["from"], view: ReportDialogProps["view"]): TableColumn<LeakRow>[] {
  return [
    {
      id: "property_name",
      header: "Property | Building | Unit",
      card: "title",
      cell: (row) => (
        <Link className={classes.details} {...leakTarget(from, row, view.period, view.search.only_active)}>
          {formatPlace(row)}
        </Link>
      ),
      text: formatPlace,
    },
    {
      id: "leak_type",
      header: "Leak Type",
      cell: (row) => <LeakTypeBadge leakType={row.leak_type} />,
      text: (row) => leakTypeLook(row.leak_type).name,
    },
    {
      id: "gallons_leaked",
      header: "Leak Gallons",
      unit: "gal",
      align: "right",
      card: "main",
      cell: (row) => formatGallons(row.gallons_leaked),
      text: (row) => plain(row.gallons_leaked),
    },
    {
      id: "total_gallons_leaked",
      header: "Total Leak Gallons",
      unit: "gal",
      align: "right",
      card: "main",
      cell: (row) => formatGallons(row.total_gallons_leaked),
      text: (row) => plain(row.total_gallons_leaked),
    },
  ];
}
