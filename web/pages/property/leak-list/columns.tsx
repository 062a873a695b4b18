import { Link } from "@tanstack/react-router";
import type { LeakRow } from "../../../../contract/reporting.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import { placeWords } from "../../../app/report/place-words.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/report-view.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../components/badges/leak-type.ts";
import { formatDuration, formatGallons, formatLeakingPeriod, formatNumber } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { PlaceCell } from "./PlaceCell.tsx";

const plain = (value: number | null) => (value === null ? "" : String(value));

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
      card: "detail",
      cell: (row) => <LeakTypeBadge leakType={row.leak_type} />,
      text: (row) => leakTypeLook(row.leak_type).name,
    },
    {
      id: "property_name",
      header: "Property | Building | Unit",
      sortable: "property_name",
      width: 400,
      card: "title",
      pinned: true,
      cell: (row) => <PlaceCell row={row} view={view} fixedProperty={from === "property"} />,
      text: placeWords,
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
      width: 120,
      card: "main",
      hint: "Gallons lost to the leak in the chosen days",
      cell: (row) => <strong>{formatGallons(row.gallons_leaked)}</strong>,
      text: (row) => plain(row.gallons_leaked),
    },
    {
      id: "flow_time",
      header: "Average Flow Time",
      align: "right",
      sortable: "flow_time",
      width: 110,
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
      hint: "Separate draws per day read. A dash: the meter does not say",
      cell: (row) => formatNumber(row.events_sum),
      text: (row) => plain(row.events_sum),
    },
    {
      id: "leak_start_date",
      header: "Leaking Period",
      sortable: "leak_start_date",
      width: 115,
      hint: "Unconfirmed: its meter has been silent for a day, so nobody knows whether it still runs",
      cell: leakingPeriod,
      text: leakingPeriod,
    },
    {
      id: "total_gallons_leaked",
      header: "Total Leak Gallons",
      unit: "gal",
      align: "right",
      sortable: "total_gallons_leaked",
      width: 130,
      card: "main",
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
          aria-label={`Details of ${placeWords(row)}`}
        >
          Details
        </Link>
      ),
      text: () => "",
    },
  ];
}
