import { plural, t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { PropertyMeter } from "../../../../contract/reporting/leak-report.ts";
import { activeOrganization } from "../../../app/active-organization.ts";
import { call } from "../../../app/api.ts";
import { notLoaded } from "../../../app/api-error.ts";
import { exportOf } from "../../../app/export.ts";
import { keptSelection } from "../../../app/report/filters/filter-options.ts";
import { placesQuery } from "../../../app/report/report-queries.ts";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { PopoverFilter } from "../../../components/filters/PopoverFilter.tsx";
import { formatNumber } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { attachedToColumn, copyColumn, dateColumn, textColumn } from "../../../components/table/columns.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import classes from "./information.module.css";

/** The columns of a property's meters. */
const meterColumns: readonly TableColumn<PropertyMeter>[] = [
  textColumn("building_name", t`Building`, { card: "title" }),
  textColumn("unit_name", t`Unit`, { card: "title" }),
  attachedToColumn({ card: "main" }),
  copyColumn("meter_serial_number", t`Device Serial Number`, { card: "main", pinned: true }),
  textColumn("gateway_serial_number", t`Gateway`, {
    hint: t`The gateway through which it reports. A dash: none is known`,
  }),
  dateColumn("in_service_since", t`In Service Since`, { hint: t`A dash: not known` }),
];

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
    <TableFrame title={t`Meters`} subtitle={countText(rows?.length, count, failed)}>
      {(heading) => (
        <>
          <DataTable
            caption={t`Meters of the property`}
            columns={meterColumns}
            rows={rows}
            rowKey={(row) => row.meter_serial_number}
            refreshing={meters.isPlaceholderData}
            error={failed ? { message: notLoaded(t`The meters`, meters.error), onRetry: retry } : undefined}
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
  if (shown === undefined) return failed ? plural(0, { one: "# meter", other: "# meters" }) : t`Loading...`;
  return shown < count
    ? t`${formatNumber(shown)} of ${plural(count, { one: "# meter", other: "# meters" })}`
    : plural(count, { one: "# meter", other: "# meters" });
}

function emptyMessage({ building_id, unit_id }: MeterFilters): string {
  return building_id || unit_id
    ? t`No meter with these filters. Take one off to see more.`
    : t`A meter shows here once it is in service at the property.`;
}

interface Props {
  /** Rows that are not loaded; 0: this is the end. */
  left: number;
  /** How many come at a time. */
  next: number;
  busy: boolean;
  /** The last attempt failed: only the button tries again. */
  failed: boolean;
  onLoad: () => void;
}

/** The end of a list: loads the next rows when it comes into sight, or when its button is pressed. */
function LoadMore({ left, next, busy, failed, onLoad }: Props): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(onLoad);
  const waits = left > 0 && !busy && !failed;
  useEffect(() => {
    if (!waits || end.current === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [waits]);
  if (left === 0) return null;
  return (
    <div ref={end} className={classes.more}>
      <Button variant="subtle" onClick={onLoad} disabled={busy}>
        {busy ? t`Loading...` : t`Load more (${plural(Math.min(next, left), { one: "# meter", other: "# meters" })})`}
      </Button>
    </div>
  );
}

interface MeterFilterBarProps {
  propertyId: number;
  filters: MeterFilters;
  onChange: (filters: MeterFilters) => void;
}

/** Which buildings and units the meters are of. Another choice of buildings takes the units off. */
function MeterFilterBar({ propertyId, filters, onChange }: MeterFilterBarProps): ReactNode {
  const places = useQuery(placesQuery({ property_id: [propertyId] }));
  const { building_id, unit_id } = filters;
  const all = places.data?.buildings ?? [];
  const buildings = all.map(({ id, building_name }) => ({ value: String(id), label: building_name }));
  const names = new Map(all.map(({ id, building_name }) => [id, building_name]));
  const units = (places.data?.units ?? [])
    .filter((unit) => building_id === undefined || building_id.includes(unit.building_id))
    .map((unit) => ({ value: String(unit.id), label: unit.name, group: names.get(unit.building_id) }));
  return (
    <div className={classes.filters}>
      <PopoverFilter
        label={t`Building`}
        options={buildings}
        selected={building_id?.map(String) ?? []}
        onChange={(next) => onChange({ building_id: keptSelection(next, buildings), unit_id: undefined })}
        loading={places.isPending}
        emptyText={t`No buildings found`}
      />
      <PopoverFilter
        label={t`Unit`}
        options={units}
        selected={unit_id?.map(String) ?? []}
        onChange={(next) => onChange({ building_id, unit_id: keptSelection(next, units) })}
        loading={places.isPending}
        emptyText={t`No units found`}
      />
    </div>
  );
}

/** The list loads so many meters at a time. */
const METERS_AT_A_TIME = 10;

/** The filters of the meters; undefined: of all buildings, of all units. */
interface MeterFilters {
  building_id: number[] | undefined;
  unit_id: number[] | undefined;
}

/** The meters in service of a property, page after page. While other filters are on their way the rows before stay. */
function metersQuery(propertyId: number, filters: MeterFilters) {
  return infiniteQueryOptions({
    queryKey: ["property meters", activeOrganization(), propertyId, filters],
    queryFn: ({ pageParam, signal }) =>
      call("GET /v1/reporting/leak-report/properties/{id}/meters", {
        params: { id: propertyId },
        query: { ...filters, page: pageParam, page_size: METERS_AT_A_TIME },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}
