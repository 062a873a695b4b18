import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { both, failureOf } from "../../../app/query-state.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { formatDateRange, plain } from "../../../components/format.ts";
import { pageCount } from "../../../components/pager/pages.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn } from "../../../components/table/columns.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { propertyTarget } from "../properties/property-target.ts";
import classes from "./compare.module.css";
import { rangeQueries } from "./compare-queries.ts";
import { type CompareSearch, moverFields } from "./compare-search.ts";
import { differenceAmount } from "./difference-text.ts";
import type { CompareFigure } from "./figures.ts";
import { type Mover, movers } from "./movers.ts";
import { type Comparison, lengthOf } from "./use-comparison.ts";

/** The default ordering of the table: the greatest absolute difference first. */
const FIRST = "-difference";

interface Props {
  search: CompareSearch;
  view: ReportView;
  comparison: Comparison;
}

/** The properties that moved most; a row opens the property in period A. */
export function Movers({ search, view, comparison: { figure, ranges } }: Props): ReactNode {
  const navigate = useNavigate();
  const now = useQuery(rangeQueries(search, ranges.now).figures);
  const before = useQuery(rangeQueries(search, ranges.before).figures);
  const ordering = orderingOf(search.ordering, moverFields) ?? FIRST;
  const rows =
    now.data && before.data
      ? movers(
          figure,
          { rows: now.data, ...lengthOf(ranges.now) },
          { rows: before.data, ...lengthOf(ranges.before) },
          ordering,
        )
      : undefined;
  const { pageSize } = view;
  // All rows are at hand: a link to a page beyond them shows the last.
  const page = Math.min(view.page, Math.max(0, pageCount(rows?.length ?? 0, pageSize) - 1));
  const periodsText = `A ${formatDateRange(ranges.now.start_date, ranges.now.end_date)}, B ${formatDateRange(ranges.before.start_date, ranges.before.end_date)}`;
  return (
    <TableFrame title={t`Properties that moved most`} subtitle={periodsText}>
      {(heading) => (
        <DataTable
          caption={t`${figure.name} by property, ${periodsText}`}
          columns={moverColumns(figure)}
          rows={rows?.slice(page * pageSize, (page + 1) * pageSize)}
          rowKey={({ property_id }) => String(property_id)}
          error={failureOf(both(now, before), t`The properties`)}
          empty={{ sentence: t`A property shows here once it is imported and you may see it.` }}
          ordering={ordering}
          onOrderingChange={view.setOrdering}
          paging={{
            page,
            pageSize,
            count: rows?.length ?? 0,
            onPageChange: view.setPage,
            onPageSizeChange: view.setPageSize,
          }}
          onOpenRow={({ property_id }) =>
            void navigate(propertyTarget(property_id, { period: "custom-date-range", ...ranges.now }))
          }
          fileName={`${figure.name} compared`}
          toolbar={heading}
        />
      )}
    </TableFrame>
  );
}

/** The columns of the table of properties: both periods and what lies between them. */
function moverColumns(figure: CompareFigure): TableColumn<Mover>[] {
  const side = (id: "now" | "before", header: string): TableColumn<Mover> => ({
    id,
    header,
    align: "right",
    sortable: id,
    width: 150,
    card: id === "now" ? "main" : undefined,
    cell: (row) => figure.format(row[id]),
    text: (row) => figure.text(row[id]),
  });
  return [
    nameColumn("property_name", t`Property`, { sortable: "property_name", card: "title", pinned: true }),
    side("now", t`Period A`),
    side("before", t`Period B`),
    {
      id: "difference",
      header: t`Difference`,
      align: "right",
      sortable: "difference",
      width: 260,
      card: "main",
      hint: t`Shown where at least 80% of the days of both periods were read`,
      cell: (row) => <DifferenceCell figure={figure} row={row} />,
      text: ({ difference }) => (difference.kind === "said" ? plain(difference.value) : ""),
    },
  ];
}

function DifferenceCell({ figure, row: { difference } }: { figure: CompareFigure; row: Mover }) {
  if (difference.kind === "unsaid")
    return (
      <span className={classes.note}>
        <Trans>Not compared</Trans>
      </span>
    );
  const { value, text } = difference;
  const sign = value > 0 ? "+" : value < 0 ? "-" : "";
  // More of the devices reporting is good; more of all else is not.
  const isGood = figure.id === "devices_reporting" ? value > 0 : value < 0;
  return (
    <span className={classes.moved} data-good={value === 0 ? undefined : isGood}>
      <b>{`${sign}${differenceAmount(figure, difference)}`}</b>
      {figure.kind !== "share" && text !== null && <span>{text}</span>}
    </span>
  );
}
