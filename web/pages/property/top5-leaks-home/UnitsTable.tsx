import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { exportOf } from "../../../app/export.ts";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { topUnitColumns } from "../top-units/columns.tsx";
import { topUnitsOrdering, topUnitsParams } from "../top-units/top-units-query.ts";
import { topUnitsQuery } from "./home-queries.ts";

/** Rows with this rank and better are those of the work list. */
const TOP = 5;

/** All units that leaked in the report's days, of all its properties; the five biggest are marked. */
export function UnitsTable({ view, empty }: { view: ReportView; empty: string }): ReactNode {
  const navigate = useNavigate();
  const units = useQuery(topUnitsQuery(view.search));
  const dateRange = formatPeriod(view.period);
  return (
    <TableFrame title="Top-leaking units" subtitle={dateRange}>
      {(heading) => (
        <ListTable
          caption={`Top-leaking units, ${dateRange}`}
          columns={topUnitColumns("top5", view)}
          rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
          list={units}
          state={view}
          what="The units"
          layoutName="top_units"
          empty={{ sentence: empty }}
          ordering={view.search.ordering ?? topUnitsOrdering}
          onOpenRow={(row) => void navigate(leakTarget("top5", row, view.period, view.search.only_active))}
          highlight={(row) => (row.rank <= TOP ? "Top 5" : undefined)}
          onExport={exportOf("GET /v1/reporting/top-leak-volume/units/export", {
            query: topUnitsParams(view.search),
          })}
          heading={heading}
        />
      )}
    </TableFrame>
  );
}
