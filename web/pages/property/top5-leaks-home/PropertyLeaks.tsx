import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { LeakPropertyRow } from "../../../../contract/reporting/top-leaks.ts";
import { exportOf } from "../../../app/export.ts";
import { dependent } from "../../../app/query.ts";
import classes from "../../../app/report/report.module.css";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { type ReportView, reportQuery } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { formatGallons, formatLeakShare, formatNumber, plain, plainGallons } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn } from "../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../language/measure.ts";
import { PropertyUnits } from "../property-units/PropertyUnits.tsx";
import { useExpanded } from "../property-units/use-expanded.ts";
import { useResorted } from "../property-units/use-resorted.ts";
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
  const query = propertyLeaksQuery(view.search, ordering, page);
  // The loader starts the first page in the default order; others are chosen here.
  const properties = useQuery(ordering === propertyLeaksOrdering && page === 0 ? query : dependent(query));
  const about = JSON.stringify(reportQuery(view.search));
  const [isExpanded, toggle] = useExpanded(about, properties.data?.count === 1);
  useResorted(ordering);
  const dateRange = formatPeriod(view.period);
  return (
    <TableFrame title={t`Leaks by property`} subtitle={dateRange}>
      {(heading) => (
        <ListTable
          caption={t`Leaks by property, ${dateRange}`}
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
          what={t`The properties`}
          layoutName="top_properties"
          empty={{ sentence: empty }}
          onOpenRow={(row) => void navigate(propertyPage(row.property_id, view))}
          expansion={{
            isExpanded: (row) => isExpanded(row.property_id),
            onToggle: (row) => toggle(row.property_id),
            buttonText: (_row, expanded) => (expanded ? t`Hide Leak` : t`Show Leak`),
            label: (row, expanded) => t`${expanded ? t`Hide` : t`Show`} Leak of ${row.property_name}`,
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

type Figure = Exclude<keyof LeakPropertyRow, "property_id" | "property_name">;

/** Where a property's page is, for the same days. */
function propertyPage(id: number, view: ReportView) {
  return {
    to: "/properties/$property_id",
    params: { property_id: String(id) },
    search: { ...view.period },
  } as const;
}

function figure(
  id: Figure,
  header: string,
  rest: Omit<Partial<TableColumn<LeakPropertyRow>>, "cell">,
  format: (value: number | null) => string = (value) => formatGallons(value),
): TableColumn<LeakPropertyRow> {
  return {
    id,
    header,
    align: "right",
    sortable: id,
    width: 130,
    ...rest,
    cell: (row) => (rest.card === "main" ? <strong>{format(row[id])}</strong> : format(row[id])),
    text: (row) => (rest.unit === gal ? plainGallons : plain)(row[id]),
  };
}

/** The columns of the properties whose units leaked. */
function propertyLeakColumns(view: ReportView): TableColumn<LeakPropertyRow>[] {
  return [
    nameColumn("property_name", t`Property`, { sortable: "property_name", card: "title", pinned: true }),
    figure("units_with_leakage", t`Units with leak`, { card: "main" }, (value) => formatNumber(value)),
    figure("gallons_leaked", t`Leak ${Gallons}`, {
      unit: gal,
      card: "main",
      hint: t`What its units lost to leaks in the chosen days`,
    }),
    figure("gallons_consumed", Gallons, { unit: gal }),
    figure("leak_percentage", t`Leak Volume`, { unit: "%" }, formatLeakShare),
    figure(
      "leak_days",
      t`Days Leak Repeating`,
      { width: 170, hint: t`Days of the chosen ones on which a unit leaked` },
      (value) => formatNumber(value),
    ),
    figure("total_gallons_leaked", t`Total Leak ${Gallons}`, {
      unit: gal,
      width: 170,
      hint: t`Lost since these leaks began`,
    }),
    {
      id: "details",
      header: t`Details`,
      width: 80,
      card: "none",
      cell: (row) => (
        <Link
          {...propertyPage(row.property_id, view)}
          className={classes.details}
          aria-label={t`Details of ${row.property_name}`}
        >
          <Trans>Details</Trans>
        </Link>
      ),
      text: () => "",
    },
  ];
}
