import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { sentenceOf } from "../../../app/api-error.ts";
import { Answer } from "../../../app/report/Answer.tsx";
import { nothingRead } from "../../../app/report/NothingRead.tsx";
import { periodWords } from "../../../app/report/period-search.ts";
import { ReportFilters } from "../../../app/report/ReportFilters.tsx";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { reportView } from "../../../app/report/report-view.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { propertyColumns } from "./columns.tsx";
import classes from "./properties.module.css";
import { propertiesOrdering, propertyRowsQuery } from "./properties-query.ts";
import { propertyTarget } from "./property-target.ts";

/** Which properties lose water, worst first. A row opens the property. */
export function PropertiesPage(): ReactNode {
  const navigate = useNavigate({ from: "/properties" });
  const search = useSearch({ from: "/signed-in/properties" });
  const view = reportView("properties", search, (next) => void navigate({ search: next }));
  const rows = useQuery(propertyRowsQuery(search));
  const overview = useQuery(overviewQuery(search));
  const words = periodWords(view.period);
  return (
    <div className={classes.stack}>
      <title>Properties · Dripline</title>
      <ReportFilters title="Properties" view={view} />
      <Answer view={view} from="property" />
      <Panel title="All properties" subtitle={words} flush>
        <DataTable
          caption={`Properties, ${words}`}
          columns={propertyColumns(view)}
          rows={rows.data?.results}
          rowKey={(row) => String(row.property_id)}
          refreshing={rows.isPlaceholderData}
          error={rows.isError ? { message: sentenceOf(rows.error), onRetry: () => void rows.refetch() } : undefined}
          empty={nothingRead(overview.data, view.setPeriod) ?? undefined}
          ordering={search.ordering ?? propertiesOrdering}
          onOrderingChange={view.setOrdering}
          paging={{
            page: view.page,
            pageSize: view.pageSize,
            count: rows.data?.count ?? 0,
            onPageChange: view.setPage,
            onPageSizeChange: view.setPageSize,
          }}
          onOpenRow={(row) => void navigate(propertyTarget(row.property_id, view.period))}
          fileName={`properties ${words}`}
        />
      </Panel>
    </div>
  );
}
