import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import type { LeakRow } from "../../../../../contract/reporting/reporting.ts";
import { leakTarget } from "../../../../app/report/leak-target.ts";
import classes from "../../../../app/report/report.module.css";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { formatPlace } from "../../../../app/report/text.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { gallonsColumn, leakTypeColumn } from "../../../../components/table/columns.tsx";
import { Gallons } from "../../../../language/measure.ts";

/** The bars' figures as a table. */
export function barColumns(from: ReportDialogProps["from"], view: ReportDialogProps["view"]): TableColumn<LeakRow>[] {
  return [
    {
      id: "property_name",
      header: t`Property | Building | Unit`,
      card: "title",
      cell: (row) => (
        <Link className={classes.details} {...leakTarget(from, row, view.period, view.search.only_active)}>
          {formatPlace(row)}
        </Link>
      ),
      text: formatPlace,
    },
    leakTypeColumn(),
    gallonsColumn("gallons_leaked", t`Leak ${Gallons}`, { card: "main" }),
    gallonsColumn("total_gallons_leaked", t`Total Leak ${Gallons}`, { card: "main" }),
  ];
}
