import { Link } from "@tanstack/react-router";
import type { LeakRow } from "../../../../contract/reporting/reporting.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import {
  formatDollars,
  formatDuration,
  formatGallons,
  formatLeakingPeriod,
  formatNumber,
  plain,
} from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import listClasses from "./leak-list.module.css";
import { PlaceCell } from "./PlaceCell.tsx";

function leakingPeriod(row: LeakRow): string {
  const period = formatLeakingPeriod(row.leak_start_date, row.leak_end_date);
  return row.is_unconfirmed ? `${period}, unconfirmed` : period;
}

/** The columns of the leak list; those of a place filter the report when clicked. */
export function leakColumns(from: LeakList, view: ReportView): TableColumn<LeakRow>[] {
  return [
    {
      id: "leak_type",
      header: "Leak Type",
      sortable: "leak_type",
      width: 140,
      card: "under",
      cell: (row) => <LeakTypeBadge leakType={row.leak_type} />,
      text: (row) => leakTypeLook(row.leak_type).name,
    },
    {
      id: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      header: "Property | Building | Unit",
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => <PlaceCell row={row} view={view} fixedProperty={from === "property"} />,
      text: formatPlace,
    },
    {
      id: "gallons_consumed",
      header: "Gallons",
      unit: "gal",
      align: "right",
      sortable: "gallons_consumed",
      width: 80,
      cell: (row) => formatGallons(row.gallons_consumed),
      text: (row) => plain(row.gallons_consumed),
    },
    {
      id: "gallons_leaked",
      header: "Leak Gallons",
      unit: "gal",
      align: "right",
      sortable: "gallons_leaked",
      width: 110,
      card: "main",
      hint: "Gallons lost to the leak in the chosen days",
      cell: (row) => <strong>{formatGallons(row.gallons_leaked)}</strong>,
      text: (row) => plain(row.gallons_leaked),
    },
    {
      id: "leak_expense",
      header: "Leak Expense",
      textUnit: "$",
      align: "right",
      width: 110,
      twoLines: true,
      hint: "Dollars for the leak gallons, at the price of a gallon in force on each day",
      card: "main",
      cell: (row) => formatDollars(row.leak_expense, 2),
      text: (row) => plain(row.leak_expense),
    },
    {
      id: "flow_time",
      header: "Average Flow Time",
      align: "right",
      sortable: "flow_time",
      width: 135,
      twoLines: true,
      hint: "Time with running water per day read. A dash: the meter does not say",
      cell: (row) => formatDuration(row.flow_time),
      text: (row) => plain(row.flow_time),
      textUnit: "min",
    },
    {
      id: "events_sum",
      header: "Average Events",
      align: "right",
      sortable: "events_sum",
      width: 110,
      twoLines: true,
      hint: "Separate draws per day read. A dash: the meter does not say",
      cell: (row) => formatNumber(row.events_sum),
      text: (row) => plain(row.events_sum),
    },
    {
      id: "leak_start_date",
      fields: ["leak_start_date", "leak_end_date", "is_unconfirmed"],
      header: "Leaking Period",
      sortable: "leak_start_date",
      width: 125,
      card: "under",
      hint: "Unconfirmed: its meter has been silent for a day, so nobody knows whether it still runs",
      cell: (row) => (
        <span className={row.leak_end_date === null ? undefined : listClasses.ended}>{leakingPeriod(row)}</span>
      ),
      text: leakingPeriod,
    },
    {
      id: "total_gallons_leaked",
      header: "Total Leak Gallons",
      unit: "gal",
      align: "right",
      sortable: "total_gallons_leaked",
      width: 145,
      twoLines: true,
      hint: "Gallons lost since the leak started",
      cell: (row) => formatGallons(row.total_gallons_leaked),
      text: (row) => plain(row.total_gallons_leaked),
    },
    {
      id: "details",
      header: "Details",
      width: 70,
      card: "none",
      cell: (row) => (
        <Link
          {...leakTarget(from, row, view.period, view.search.only_active)}
          className={classes.details}
          aria-label={`Details of ${formatPlace(row)}`}
        >
          Details
        </Link>
      ),
      text: () => "",
    },
  ];
}
