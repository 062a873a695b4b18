import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { both, failureOf } from "../../../app/query-state.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { formatDateRange } from "../../../components/format.ts";
import { pageCount } from "../../../components/pager/pages.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { propertyTarget } from "../properties/property-target.ts";
import { rangeQueries } from "./compare-queries.ts";
import { type CompareSearch, moverFields } from "./compare-search.ts";
import { moverColumns } from "./mover-columns.tsx";
import { movers } from "./movers.ts";
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
  const isUneven = lengthOf(ranges.now).days !== lengthOf(ranges.before).days;
  const { pageSize } = view;
  // All rows are at hand: a link to a page beyond them shows the last.
  const page = Math.min(view.page, Math.max(0, pageCount(rows?.length ?? 0, pageSize) - 1));
  const periodsText = `A ${formatDateRange(ranges.now.start_date, ranges.now.end_date)}, B ${formatDateRange(ranges.before.start_date, ranges.before.end_date)}`;
  return (
    <TableFrame title={t`Properties that moved most`} subtitle={periodsText}>
      {(heading) => (
        <DataTable
          caption={t`${figure.name} by property, ${periodsText}`}
          columns={moverColumns(figure, isUneven)}
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
