import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { LeakPropertyRow, LeakUnitRow } from "../../../../contract/reporting/top-leaks.ts";
import { ApiError } from "../../../app/api-error.ts";
import { exportOf } from "../../../app/export.ts";
import { failureOf } from "../../../app/query-state.ts";
import { type LeakList, leakTarget } from "../../../app/report/leak-target.ts";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { formatNumber } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { TableFiles } from "../../../components/table/TableFiles.tsx";
import { PlaceCell } from "../leak-list/PlaceCell.tsx";
import { topUnitColumns } from "../top-units/columns.tsx";
import classes from "./property-units.module.css";
import { propertyUnitsParams, propertyUnitsQuery } from "./property-units-query.ts";

interface Props {
  property: Pick<LeakPropertyRow, "property_id" | "property_name">;
  /** The list that a unit's leak is opened from. */
  from: LeakList;
  view: ReportView;
  /** That of the properties. */
  ordering: string;
}

/** The leaking units below a property: the first five, then more in pages of fifty. */
export function PropertyUnits({ property, from, view, ordering }: Props): ReactNode {
  const { property_id: id, property_name } = property;
  const navigate = useNavigate();
  // 0: only the first ones.
  const [pages, setPages] = useState(0);
  const first = useQuery(propertyUnitsQuery(id, view.search, ordering, 0));
  const more = useQueries({
    queries: Array.from({ length: pages }, (_, page) => propertyUnitsQuery(id, view.search, ordering, page + 1)),
  });
  const rows = first.data && [first, ...more].flatMap(({ data }) => data?.results ?? []);
  const count = first.data?.count ?? 0;
  const failed = [first, ...more].find(({ error }) => error !== null && !isBeyondLast(error));
  const columns = unitColumns(from, view);
  const dateRange = formatPeriod(view.period);
  const fileName = t`leaking units of ${property_name} ${dateRange}`;
  const query = propertyUnitsParams(view.search, ordering);
  return (
    <>
      <DataTable
        caption={t`Leaking units of ${property_name}, ${dateRange}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.meter_serial_number}
        refreshing={[first, ...more].some(({ isPlaceholderData }) => isPlaceholderData)}
        error={failed && failureOf(failed, t`The units of ${property_name}`)}
        empty={{ sentence: t`No unit of this property leaked in this period.` }}
        onOpenRow={(row) => void navigate(leakTarget(from, row, view.period, view.search.only_active))}
      />
      {rows !== undefined && rows.length > 0 && (
        <div className={classes.foot}>
          <span>{t`${formatNumber(rows.length)} of ${plural(count, { one: "# unit", other: "# units" })}`}</span>
          {rows.length < count && (
            <Button
              variant="default"
              loading={more.some(({ isPending }) => isPending)}
              onClick={() => setPages(pages + 1)}
              aria-label={t`Load More units of ${property_name}`}
            >
              <Trans>Load More</Trans>
            </Button>
          )}
          <TableFiles
            columns={columns}
            rows={rows}
            fileName={fileName}
            paging={{ count, page: 0, pageSize: rows.length }}
            onExport={exportOf("GET /v1/reporting/top-leak-volume/properties/{id}/units/export", {
              params: { id },
              query,
            })}
          />
        </div>
      )}
    </>
  );
}

/** The list grew shorter while it was read: what is at hand is all of it. */
function isBeyondLast(error: Error): boolean {
  return error instanceof ApiError && error.lastPage !== null;
}

/** As in the table of all units, but without the property, which stands above. Only a list of leaks filters by a place. */
function unitColumns(from: LeakList, view: ReportView): TableColumn<LeakUnitRow>[] {
  const unitLabel = (row: LeakUnitRow) => [row.building_name, row.unit_name].filter(Boolean).join(" | ");
  return topUnitColumns(from, view).map((column) =>
    column.id === "unit_name"
      ? {
          ...column,
          fields: ["building_name", "unit_name"],
          header: t`Building | Unit`,
          width: 200,
          cell: (row) =>
            from === "property" ? (
              unitLabel(row)
            ) : (
              <PlaceCell row={{ ...row, property_name: "" }} view={view} fixedProperty={false} />
            ),
          text: unitLabel,
        }
      : column,
  );
}
