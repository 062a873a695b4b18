import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import { holdsNothing } from "../../../app/report/NothingRead.tsx";
import { periodWords } from "../../../app/report/period-search.ts";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import type { ReportView } from "../../../app/report/report-view.ts";
import { TableFrame } from "../../../app/report/TableFrame.tsx";
import { useLastPage } from "../../../app/report/use-last-page.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { leakColumns } from "./columns.tsx";
import { leakListQuery, leakOrdering } from "./leak-list-query.ts";

/** Leaks of the report's days and places, a row per unit. A row opens the leak's page below the list it is on. */
export function LeakListTable({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const navigate = useNavigate();
  const leaks = useQuery(leakListQuery(view.search));
  const overview = useQuery(overviewQuery(view.search));
  const isMoving = useLastPage(leaks.error, (page) => view.setPage(page, true));
  const words = periodWords(view.period);
  return (
    <TableFrame title="Leaks" subtitle={words}>
      {(heading) => (
        <DataTable
          caption={`Leaks, ${words}`}
          columns={leakColumns(from, view)}
          rows={leaks.data?.results}
          rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
          refreshing={leaks.isPlaceholderData}
          error={
            leaks.isError && !isMoving
              ? { message: notLoaded("The leaks", leaks.error), onRetry: () => void leaks.refetch() }
              : undefined
          }
          empty={{
            sentence: overview.data && holdsNothing(overview.data) ? "Nothing was read in these days." : noLeak(view),
          }}
          ordering={view.search.ordering ?? leakOrdering}
          onOrderingChange={view.setOrdering}
          paging={{
            page: view.page,
            pageSize: view.pageSize,
            count: leaks.data?.count ?? 0,
            onPageChange: view.setPage,
            onPageSizeChange: view.setPageSize,
          }}
          onOpenRow={(row) => void navigate(leakTarget(from, row, view.period, view.search.only_active))}
          fileName={`leaks ${words}`}
          toolbar={heading}
        />
      )}
    </TableFrame>
  );
}

function noLeak({ search }: ReportView): string {
  const filtered = search.building_id ?? search.unit_id ?? search.only_active;
  return filtered
    ? "No leak with these filters in these days. Take a filter off to see more."
    : "No leak lost water in these days. A leak shows here within hours of its first readings.";
}
