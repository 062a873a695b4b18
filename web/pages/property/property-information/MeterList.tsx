import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { exportOf } from "../../../app/export.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { formatCount, formatNumber } from "../../../components/format.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { LoadMore } from "./LoadMore.tsx";
import { MeterFilterBar } from "./MeterFilterBar.tsx";
import { meterColumns } from "./meter-columns.tsx";
import { METERS_AT_A_TIME, type MeterFilters, metersQuery } from "./meters-query.ts";

/** Pixels: lower than the ten rows of a page, so that the next ones load when somebody scrolls. */
const HEIGHT = 320;

/** The meters of a property, ten at a time as one scrolls. Where they cannot be loaded there are 0, with Retry. */
export function MeterList({ propertyId, name }: { propertyId: number; name: string }): ReactNode {
  const [filters, setFilters] = useState<MeterFilters>({ building_id: undefined, unit_id: undefined });
  const meters = useInfiniteQuery(metersQuery(propertyId, filters));
  const [layout, setLayout] = useTableLayout("property_meters");
  const rows = meters.data?.pages.flatMap(({ results }) => results);
  const count = meters.data?.pages.at(-1)?.count ?? 0;
  const failed = meters.isError && !meters.isFetching;
  const retry = () => void (rows === undefined ? meters.refetch() : meters.fetchNextPage());
  return (
    <TableFrame title="Meters" subtitle={countText(rows?.length, count, failed)}>
      {(heading) => (
        <>
          <DataTable
            caption="Meters of the property"
            columns={meterColumns}
            rows={rows}
            rowKey={(row) => row.meter_serial_number}
            refreshing={meters.isPlaceholderData}
            error={failed ? { message: notLoaded("The meters", meters.error), onRetry: retry } : undefined}
            empty={{ sentence: emptyMessage(filters) }}
            height={HEIGHT}
            end={{
              count,
              more: (
                <LoadMore
                  left={meters.hasNextPage ? count - (rows?.length ?? 0) : 0}
                  next={METERS_AT_A_TIME}
                  busy={meters.isFetching}
                  failed={failed}
                  onLoad={() => void meters.fetchNextPage()}
                />
              ),
            }}
            layout={layout}
            onLayoutChange={setLayout}
            fileName={`meters ${name}`}
            onExport={exportOf("GET /v1/reporting/leak-report/properties/{id}/meters/export", {
              params: { id: propertyId },
              query: { ...filters },
            })}
            toolbar={
              <>
                {heading}
                <MeterFilterBar propertyId={propertyId} filters={filters} onChange={setFilters} />
              </>
            }
          />
        </>
      )}
    </TableFrame>
  );
}

function countText(shown: number | undefined, count: number, failed: boolean): string {
  if (shown === undefined) return failed ? formatCount(0, "meter") : "Loading...";
  return shown < count ? `${formatNumber(shown)} of ${formatCount(count, "meter")}` : formatCount(count, "meter");
}

function emptyMessage({ building_id, unit_id }: MeterFilters): string {
  return building_id || unit_id
    ? "No meter with these filters. Take one off to see more."
    : "A meter shows here once it is in service at the property.";
}
