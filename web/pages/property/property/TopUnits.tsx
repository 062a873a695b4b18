import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { exportOf } from "../../../app/export.ts";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { noLeaksMessage } from "../../../app/report/no-leak.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { topUnitColumns } from "../top-units/columns.tsx";
import { topUnitsOrdering } from "../top-units/top-units-query.ts";
import { propertyQueries, unitsParams } from "./property-queries.ts";

/** The property's units that leaked most in the report's days. */
export function TopUnits({ id, view }: { id: number; view: ReportView }): ReactNode {
  const navigate = useNavigate();
  const units = useQuery(propertyQueries(id, view.search).topUnits);
  const overview = useQuery(propertyQueries(id, view.search).overview);
  const dateRange = formatPeriod(view.period);
  return (
    <TableFrame title={t`Top-leaking units`} subtitle={dateRange}>
      {(heading) => (
        <ListTable
          caption={t`Top-leaking units, ${dateRange}`}
          columns={topUnitColumns("property", view)}
          rowKey={(row) => row.meter_serial_number}
          list={units}
          state={view}
          what={t`The units`}
          layoutName="top_units"
          empty={{
            sentence:
              overview.data && holdsNothing(overview.data)
                ? t`Nothing was read in this period.`
                : noLeaksMessage(view.search),
          }}
          ordering={view.search.ordering ?? topUnitsOrdering}
          onOpenRow={(row) => void navigate(leakTarget("property", row, view.period, view.search.only_active))}
          onExport={exportOf("GET /v1/reporting/top-leak-volume/properties/{id}/units/export", {
            params: { id },
            query: unitsParams(view.search),
          })}
          heading={heading}
        />
      )}
    </TableFrame>
  );
}
