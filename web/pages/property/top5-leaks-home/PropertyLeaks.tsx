import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { exportOf } from "../../../app/export.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { type ReportView, reportQuery } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { PropertyUnits } from "../property-units/PropertyUnits.tsx";
import { useExpanded } from "../property-units/use-expanded.ts";
import { useResorted } from "../property-units/use-resorted.ts";
import { propertyLeakColumns, propertyPage } from "./property-columns.tsx";
import {
  PROPERTIES_ON_PAGE,
  propertyLeaksOrdering,
  propertyLeaksParams,
  propertyLeaksQuery,
} from "./property-leaks-query.ts";

/** The properties whose units leaked, each unfolding to these units. Other days or places fold all of them. */
export function PropertyLeaks({ view, empty }: { view: ReportView; empty: string }): ReactNode {
  const navigate = useNavigate();
  const [ordering, setOrdering] = useState(propertyLeaksOrdering);
  const [turned, setTurned] = useState({ of: "", page: 0 });
  // Other params have other pages.
  const paramsKey = JSON.stringify(propertyLeaksParams(view.search, ordering));
  const page = turned.of === paramsKey ? turned.page : 0;
  const turn = (next: number) => setTurned({ of: paramsKey, page: next });
  const properties = useQuery(propertyLeaksQuery(view.search, ordering, page));
  const about = JSON.stringify(reportQuery(view.search));
  const [isExpanded, toggle] = useExpanded(about, properties.data?.count === 1);
  useResorted(ordering);
  const dateRange = formatPeriod(view.period);
  return (
    <TableFrame title="Leaks by property" subtitle={dateRange}>
      {(heading) => (
        <ListTable
          caption={`Leaks by property, ${dateRange}`}
          columns={propertyLeakColumns(view)}
          rowKey={(row) => String(row.property_id)}
          list={properties}
          state={{
            page,
            pageSize: PROPERTIES_ON_PAGE,
            setOrdering,
            setPage: turn,
          }}
          ordering={ordering}
          what="The properties"
          layoutName="top_properties"
          empty={{ sentence: empty }}
          onOpenRow={(row) => void navigate(propertyPage(row.property_id, view))}
          expansion={{
            isExpanded: (row) => isExpanded(row.property_id),
            onToggle: (row) => toggle(row.property_id),
            buttonText: (_row, expanded) => (expanded ? "Hide Leak" : "Show Leak"),
            label: (row, expanded) => `${expanded ? "Hide" : "Show"} Leak of ${row.property_name}`,
            render: (row) => <PropertyUnits key={about} property={row} from="top5" view={view} ordering={ordering} />,
          }}
          onExport={exportOf("GET /v1/reporting/top-leak-volume/properties/export", {
            query: propertyLeaksParams(view.search, ordering),
          })}
          heading={heading}
        />
      )}
    </TableFrame>
  );
}
