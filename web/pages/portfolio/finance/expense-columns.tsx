import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { LeakExpenseRow } from "../../../../contract/costs/finances.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import report from "../../../app/report/report.module.css";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatPlace } from "../../../app/report/text.ts";
import { formatGallons, money, plain, plainGallons } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { leakTypeColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { PlaceCell } from "../../property/leak-list/PlaceCell.tsx";
import classes from "./finance.module.css";
import { toTheCent } from "./finance-text.ts";

type Volumes = "gallons_consumed" | "gallons_leaked" | "total_gallons_leaked";
type Dollars = "leak_expense" | "total_expense";
type Column = TableColumn<LeakExpenseRow>;

function gallons(id: Volumes, header: string, more: Partial<Column> = {}): Column {
  return {
    id,
    header,
    unit: gal,
    align: "right",
    sortable: id,
    width: 105,
    twoLines: true,
    cell: (row) => formatGallons(row[id]),
    text: (row) => plainGallons(row[id]),
    ...more,
  };
}

function dollars(id: Dollars, header: string, more: Partial<Column> = {}): Column {
  return {
    id,
    header,
    align: "right",
    sortable: id,
    width: 105,
    twoLines: true,
    card: "main",
    cell: (row) => toTheCent(row[id]),
    text: (row) => plain(row[id]),
    textUnit: money,
    ...more,
  };
}

/**
 * The columns of the leaks with what they cost; each part of a place filters the screen when clicked.
 * @param sums what the leaks of units add up to over all pages; undefined where that is not known
 */
export function expenseColumns(
  view: ReportView,
  sums: Record<"leak_expense" | "gallons_leaked", number | null> | undefined,
): Column[] {
  return [
    leakTypeColumn({ sortable: "leak_type", width: 140, card: "under", total: sums && t`All units` }),
    {
      id: "property_name",
      fields: ["property_name", "building_name", "unit_name"],
      header: t`Property | Building | Unit`,
      sortable: "property_name",
      card: "title",
      pinned: true,
      cell: (row) => (
        <>
          <PlaceCell row={row} view={view} fixedProperty={false} />
          {row.unit_id === null && (
            <span className={classes.apart}>
              <Trans> not of a unit</Trans>
            </span>
          )}
        </>
      ),
      text: formatPlace,
    },
    gallons("gallons_consumed", Gallons, { width: 100, twoLines: false, hint: t`Used in the chosen days` }),
    gallons("gallons_leaked", t`Leak ${Gallons}`, {
      width: 130,
      twoLines: false,
      hint: t`What of it was lost to the leak`,
      total: sums && formatGallons(sums.gallons_leaked),
    }),
    dollars("leak_expense", t`Leak Expense`, {
      hint: t`What that water cost, at the price in force on each day`,
      cell: (row) => <strong>{toTheCent(row.leak_expense)}</strong>,
      total: sums && toTheCent(sums.leak_expense),
    }),
    gallons("total_gallons_leaked", t`Total Leak ${Gallons}`, {
      width: 125,
      hint: t`Lost since the leak started, also before the chosen days`,
    }),
    dollars("total_expense", t`Total Expense`, {
      hint: t`What all the leaked water cost, at the price in force on each day`,
    }),
    {
      id: "details",
      header: t`Details`,
      width: 70,
      card: "none",
      cell: (row) => (
        <Link
          {...leakTarget("property", row, view.period, view.search.only_active)}
          className={report.details}
          aria-label={t`Details of ${formatPlace(row)}`}
        >
          <Trans>Details</Trans>
        </Link>
      ),
      text: () => "",
    },
  ];
}
