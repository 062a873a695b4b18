import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { formatLeakingPeriod } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import {
  dollarsColumn,
  durationColumn,
  gallonsColumn,
  leakTypeColumn,
  numberColumn,
} from "../../../components/table/columns.tsx";
import { Gallons } from "../../../language/measure.ts";
import listClasses from "./leak-list.module.css";
import { PlaceCell } from "./PlaceCell.tsx";

function leakingPeriod(row: LeakRow): string {
  const period = formatLeakingPeriod(row.leak_start_date, row.leak_end_date);
  return row.is_unconfirmed ? t`${period}, unconfirmed` : period;
}

/** The columns of the leak list; those of a place filter the report when clicked. */
export function leakColumns(from: LeakList, view: ReportView): TableColumn<LeakRow>[] {
  return [
    leakTypeColumn({ sortable: "leak_type", width: 140, card: "under" }),
    {
      id: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      header: t`Property | Building | Unit`,
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => <PlaceCell row={row} view={view} fixedProperty={from === "property"} />,
      text: formatPlace,
    },
    gallonsColumn("gallons_consumed", Gallons, { sortable: "gallons_consumed", width: 80 }),
    gallonsColumn("gallons_leaked", t`Leak ${Gallons}`, {
      sortable: "gallons_leaked",
      width: 110,
      card: "main",
      hint: t`Lost to the leak in the chosen days`,
      strong: true,
    }),
    dollarsColumn("leak_expense", t`Leak Expense`, {
      width: 110,
      twoLines: true,
      hint: t`What that water cost, at the price in force on each day`,
      card: "main",
    }),
    durationColumn("flow_time", t`Average Flow Time`, {
      sortable: "flow_time",
      width: 135,
      twoLines: true,
      hint: t`Time with running water per day read. A dash: the meter does not say`,
    }),
    numberColumn("events_sum", t`Average Events`, {
      sortable: "events_sum",
      width: 110,
      twoLines: true,
      hint: t`Separate draws per day read. A dash: the meter does not say`,
    }),
    {
      id: "leak_start_date",
      fields: ["leak_start_date", "leak_end_date", "is_unconfirmed"],
      header: t`Leaking Period`,
      sortable: "leak_start_date",
      width: 125,
      card: "under",
      hint: t`Unconfirmed: its meter has been silent for a day, so nobody knows whether it still runs`,
      cell: (row) => (
        <span className={row.leak_end_date === null ? undefined : listClasses.ended}>{leakingPeriod(row)}</span>
      ),
      text: leakingPeriod,
    },
    gallonsColumn("total_gallons_leaked", t`Total Leak ${Gallons}`, {
      sortable: "total_gallons_leaked",
      width: 145,
      twoLines: true,
      hint: t`Lost since the leak started`,
    }),
    {
      id: "details",
      header: t`Details`,
      width: 70,
      card: "none",
      cell: (row) => (
        <Link
          {...leakTarget(from, row, view.period, view.search.only_active)}
          className={classes.details}
          aria-label={t`Details of ${formatPlace(row)}`}
        >
          <Trans>Details</Trans>
        </Link>
      ),
      text: () => "",
    },
  ];
}
