import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { exportOf } from "../../../app/export.ts";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import { noLeaksMessage } from "../../../app/report/no-leak.ts";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { leakColumns } from "./columns.tsx";
import { leakListParams, leakListQuery, leakOrdering } from "./leak-list-query.ts";

/** Leaks of the report's days and places, a row per unit. A row opens the leak's page below the list it is on. */
export function LeakListTable({ view, from }: { view: ReportView; from: LeakList }): ReactNode {
  const navigate = useNavigate();
  const leaks = useQuery(leakListQuery(view.search));
  const overview = useQuery(overviewQuery(view.search));
  const dateRange = formatPeriod(view.period);
  return (
    <TableFrame title={t`Leaks`} subtitle={dateRange}>
      {(heading) => (
        <ListTable
          caption={t`Leaks, ${dateRange}`}
          columns={leakColumns(from, view)}
          rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
          list={leaks}
          state={view}
          what={t`The leaks`}
          layoutName="leaks"
          empty={{
            sentence:
              overview.data && holdsNothing(overview.data)
                ? t`Nothing was read in this period.`
                : noLeaksMessage(view.search),
          }}
          ordering={view.search.ordering ?? leakOrdering}
          onOpenRow={(row) => void navigate(leakTarget(from, row, view.period, view.search.only_active))}
          onExport={exportOf("GET /v1/reporting/leak-report/leak-overview/export", {
            query: leakListParams(view.search),
          })}
          heading={heading}
        />
      )}
    </TableFrame>
  );
}
