import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PropertyRow } from "../../../../contract/reporting/reporting.ts";
import { exportOf } from "../../../app/export.ts";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { type ReportView, reportQuery } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { performanceName } from "../../../components/badges/PerformanceBadge.tsx";
import type { RowMark } from "../../../components/table/column.ts";
import { PropertyUnits } from "../../property/property-units/PropertyUnits.tsx";
import { useExpanded } from "../../property/property-units/use-expanded.ts";
import { useResorted } from "../../property/property-units/use-resorted.ts";
import { propertyColumns } from "./columns.tsx";
import { hiddenMessage, propertiesTitle } from "./filter-text.ts";
import {
  propertiesOrdering,
  propertiesOverviewQuery,
  propertiesParams,
  propertyRowsQuery,
} from "./properties-query.ts";
import { propertyTarget } from "./property-target.ts";

/** The element that a link to the table goes to. */
export const propertiesAnchor = "properties-table";

const tones = { on_track: "green", opportunities: "yellow", critical: "red" } as const;

/** A row's colour and label: those of its class, if there is a leak percentage. */
function classMark({ performance }: PropertyRow): RowMark | undefined {
  if (performance === null || performance === "zero_usage") return undefined;
  return { tone: tones[performance], label: performanceName(performance) };
}

/** The properties, each unfolding to its leaking units. Other days or places fold all of them. A row opens the property. */
export function PropertiesTable({ view }: { view: ReportView }): ReactNode {
  const navigate = useNavigate();
  const { search } = view;
  const rows = useQuery(propertyRowsQuery(search));
  const sums = useQuery(propertiesOverviewQuery(search));
  const all = useQuery(overviewQuery(search));
  const ordering = search.ordering ?? propertiesOrdering;
  useResorted(ordering);
  const about = JSON.stringify(reportQuery(search));
  const [isExpanded, toggle] = useExpanded(about, false);
  const dateRange = formatPeriod(view.period);
  const hidden = hiddenMessage(search, all.data?.total_properties ?? null);
  // Sums of other days than those of the rows would not add up.
  const totals = sums.isPlaceholderData === rows.isPlaceholderData ? sums.data : undefined;
  return (
    <div id={propertiesAnchor}>
      <TableFrame title={propertiesTitle(search)} subtitle={dateRange}>
        {(heading) => (
          <ListTable
            caption={`Properties, ${dateRange}`}
            columns={propertyColumns(view, totals)}
            rowKey={(row) => String(row.property_id)}
            list={rows}
            state={view}
            ordering={ordering}
            what="The properties"
            layoutName="properties"
            highlight={classMark}
            empty={
              hidden === null
                ? { sentence: "A property shows here once it is imported and you may see it." }
                : {
                    sentence: hidden,
                    action: (
                      <Button onClick={() => view.setFilters({ performance: undefined, state: undefined })}>
                        Show all properties
                      </Button>
                    ),
                  }
            }
            onOpenRow={(row) => void navigate(propertyTarget(row.property_id, view.period))}
            expansion={{
              isExpanded: (row) => isExpanded(row.property_id),
              onToggle: (row) => toggle(row.property_id),
              buttonText: (_row, expanded) => (expanded ? "Hide Leak" : "Show Leak"),
              label: (row, expanded) => `${expanded ? "Hide" : "Show"} Leak of ${row.property_name}`,
              render: (row) => (
                <PropertyUnits key={about} property={row} from="property" view={view} ordering={ordering} />
              ),
            }}
            onExport={exportOf("GET /v1/reporting/portfolio-insights/properties/performance/export", {
              query: propertiesParams(search),
            })}
            heading={heading}
          />
        )}
      </TableFrame>
    </div>
  );
}
