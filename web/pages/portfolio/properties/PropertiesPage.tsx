import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { Answer } from "../../../app/report/Answer.tsx";
import { periodWords } from "../../../app/report/period-search.ts";
import { ReportFilters } from "../../../app/report/ReportFilters.tsx";
import classes from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/report-view.ts";
import { TableFrame } from "../../../app/report/TableFrame.tsx";
import { useLastPage } from "../../../app/report/use-last-page.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { propertyColumns } from "./columns.tsx";
import { propertiesOrdering, propertyRowsQuery } from "./properties-query.ts";
import { propertyTarget } from "./property-target.ts";

/** Which properties lose water, worst first. A row opens the property. */
export function PropertiesPage(): ReactNode {
  const navigate = useNavigate({ from: "/properties" });
  const search = useSearch({ from: "/signed-in/properties" });
  const view = reportView("properties", search, (next, replace) => void navigate({ search: next, replace }));
  const rows = useQuery(propertyRowsQuery(search));
  const isMoving = useLastPage(rows.error, (page) => view.setPage(page, true));
  const words = periodWords(view.period);
  return (
    <div className={classes.stack}>
      <title>Properties · Dripline</title>
      <ReportFilters title="Properties" view={view} />
      <Answer view={view} from="property" />
      <TableFrame title="All properties" subtitle={words}>
        {(heading) => (
          <DataTable
            caption={`Properties, ${words}`}
            columns={propertyColumns(view)}
            rows={rows.data?.results}
            rowKey={(row) => String(row.property_id)}
            refreshing={rows.isPlaceholderData}
            error={
              rows.isError && !isMoving
                ? { message: notLoaded("The properties", rows.error), onRetry: () => void rows.refetch() }
                : undefined
            }
            empty={{ sentence: "A property shows here once it is imported and you may see it." }}
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
            toolbar={heading}
          />
        )}
      </TableFrame>
    </div>
  );
}
