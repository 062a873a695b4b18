import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { LeakUnitRow } from "../../../../contract/reporting/top-leaks.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import classes from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatPlace } from "../../../app/report/text.ts";
import {
  formatDollars,
  formatDuration,
  formatGallons,
  money,
  plain,
  plainGallons,
} from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { leakTypeColumn, numberColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { PlaceCell } from "../leak-list/PlaceCell.tsx";

function gallons(
  id: "gallons_consumed" | "gallons_leaked" | "total_gallons_leaked",
  header: string,
  rest: Pick<TableColumn<LeakUnitRow>, "width" | "hint" | "card" | "twoLines">,
): TableColumn<LeakUnitRow> {
  return {
    id,
    header,
    unit: gal,
    align: "right",
    sortable: id,
    ...rest,
    cell: (row) => (rest.card === "main" ? <strong>{formatGallons(row[id])}</strong> : formatGallons(row[id])),
    text: (row) => plainGallons(row[id]),
  };
}

/** The columns of the top-leaking units; those of a place filter the report when clicked. */
export function topUnitColumns(from: LeakList, view: ReportView): TableColumn<LeakUnitRow>[] {
  const isOfOne = from === "property";
  return [
    numberColumn("rank", t`Rank`, { sortable: "rank", width: 70 }),
    leakTypeColumn({ sortable: "leak_type", width: 150, card: "under" }),
    {
      id: "unit_name",
      fields: isOfOne ? ["building_name", "unit_name"] : ["property_name", "building_name", "unit_name"],
      header: isOfOne ? t`Building | Unit` : t`Property | Building | Unit`,
      sortable: isOfOne ? "building_name" : "property_name",
      width: isOfOne ? 220 : 340,
      card: "title",
      pinned: true,
      cell: (row) => (
        <PlaceCell row={isOfOne ? { ...row, property_name: "" } : row} view={view} fixedProperty={isOfOne} />
      ),
      text: (row) => (isOfOne ? [row.building_name, row.unit_name].filter(Boolean).join(" | ") : formatPlace(row)),
    },
    gallons("gallons_consumed", Gallons, { width: 90 }),
    gallons("gallons_leaked", t`Leak ${Gallons}`, {
      width: 110,
      card: "main",
      hint: t`Lost to leaks in the chosen days`,
    }),
    {
      id: "leak_expense",
      header: t`Leak Expense`,
      twoLines: true,
      align: "right",
      width: 110,
      unit: money,
      hint: t`What that water cost, at the price in force on each day`,
      card: "main",
      cell: (row) => formatDollars(row.leak_expense, 2),
      text: (row) => plain(row.leak_expense),
    },
    {
      id: "flow_time",
      header: t`Flow Time`,
      align: "right",
      sortable: "flow_time",
      width: 110,
      hint: t`Time with running water per day read, as events are draws per day read. A dash: the meter does not say`,
      cell: (row) => formatDuration(row.flow_time),
      text: (row) => plain(row.flow_time),
      textUnit: t`min per day`,
    },
    numberColumn("events", t`Events`, { sortable: "events", width: 90 }),
    numberColumn("leak_days", t`Days Leak Repeating`, {
      twoLines: true,
      sortable: "leak_days",
      width: 120,
      hint: t`Days of the chosen ones on which water leaked`,
    }),
    gallons("total_gallons_leaked", t`Total Leak ${Gallons}`, {
      width: 110 + 5 * Gallons.length,
      twoLines: true,
      hint: t`Lost since the leaks began`,
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
