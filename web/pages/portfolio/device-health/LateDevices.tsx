import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import type { DeviceHealthProperty, DeviceStatus } from "../../../../contract/inventory/devices.ts";
import { activeOrganization } from "../../../app/active-organization.ts";
import { call } from "../../../app/api.ts";
import { notLoaded } from "../../../app/api-error.ts";
import { exportOf } from "../../../app/export.ts";
import { dependent } from "../../../app/query.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { useTableLayout } from "../../../app/report/table/use-table-layout.ts";
import { formatNumber } from "../../../components/format.ts";
import { deviceStatusNames } from "../../../components/labels.ts";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { Tabs, tabId } from "../../../components/tabs/Tabs.tsx";
import { propertyDeviceColumns } from "../../property/device-parts/device-columns.tsx";
import { deviceKey, lastSeenDay, meterTarget } from "../../property/device-parts/device-target.ts";
import devices from "../../property/device-parts/devices.module.css";
import { propertyDevicesParams, silentFirst } from "../../property/device-parts/gateway-queries.ts";
import type { DevicesListed, GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";
import type { GatewayView } from "../../property/device-parts/gateway-view.ts";
import { useZones } from "../../property/device-parts/use-zones.ts";
import classes from "./LateDevices.module.css";

const names: Readonly<Record<DevicesListed, string>> = {
  late: t`Not online`,
  ...deviceStatusNames,
  seen: t`All ever seen`,
};

/** The devices of one property, by default those not online, longest without data first. A meter opens its page. */
export function LateDevices({ view, property }: { view: GatewayView; property: DeviceHealthProperty }): ReactNode {
  const { property_id: id, property_name: name } = property;
  const panel = useId();
  const zoneOf = useZones();
  const navigate = useNavigate();
  const [ordering, setOrdering] = useState(silentFirst);
  const [layout, setLayout] = useTableLayout("device_health_devices", { order: [], hidden: ["meters"] });
  const list = useInfiniteQuery(dependent(lateDevicesQuery(id, view.search, ordering)));
  const [first, ...pages] = list.data?.pages ?? [];
  const rows = pages.length > 0 ? pages.flatMap(({ results }) => results) : first?.results;
  const count = list.data?.pages.at(-1)?.count ?? 0;
  const failed = list.isError && !list.isFetching;
  const left = list.hasNextPage ? count - (rows?.length ?? 0) : 0;
  const filtered = view.search.status?.map((status) => deviceStatusNames[status]).join(", ");
  const choices = choicesOf(view, property);
  const chosen = view.search.listed ?? (filtered === undefined ? "late" : "filtered");
  return (
    <div className={devices.devices}>
      <div className={classes.head}>
        <h3 className={devices.name}>{t`Devices of ${name}`}</h3>
        <Tabs
          label={t`Which devices of ${name}`}
          tabs={[
            ...(filtered === undefined ? [] : [{ tab: "filtered" as const, label: filtered }]),
            ...choices.map((tab) => ({ tab, label: names[tab], count: countOf(property, tab) })),
          ]}
          value={chosen}
          onChange={(tab) => view.setListed(tab === "filtered" ? undefined : tab)}
          panel={panel}
        />
      </div>
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, chosen)}>
        <DataTable
          caption={t`Devices of ${name}`}
          columns={propertyDeviceColumns(zoneOf)}
          rows={rows}
          rowKey={deviceKey}
          refreshing={list.isPlaceholderData}
          error={
            failed
              ? {
                  message: notLoaded(t`The devices`, list.error),
                  onRetry: () => void (rows === undefined ? list.refetch() : list.fetchNextPage()),
                }
              : undefined
          }
          empty={{ sentence: emptyMessage(chosen) }}
          ordering={ordering}
          onOrderingChange={setOrdering}
          layout={layout}
          onLayoutChange={setLayout}
          onOpenRow={(row) => {
            if (row.device_type !== "meter") return;
            void navigate(meterTarget(view.area, row, lastSeenDay(row, zoneOf), view.search.date, today()));
          }}
          fileName={`devices of ${name}`}
          onExport={exportOf("GET /v1/reporting/device-health/portfolio-insights/properties/{id}/meters/export", {
            params: { id },
            query: lateDevicesParams(view.search, ordering),
          })}
          end={{
            count,
            more: (
              <p className={classes.foot}>
                <span>{t`${formatNumber(rows?.length ?? 0)} of ${plural(count, { one: "# device", other: "# devices" })}`}</span>
                {left > 0 && (
                  <Button
                    variant="default"
                    loading={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                    aria-label={t`Load More devices of ${name}`}
                  >
                    <Trans>Load More</Trans>
                  </Button>
                )}
              </p>
            ),
          }}
        />
      </div>
    </div>
  );
}

/** What can be chosen: all that is there, and what is chosen. */
function choicesOf({ search: { listed } }: GatewayView, property: DeviceHealthProperty): DevicesListed[] {
  const parts = (["offline", "delayed", "unknown", "online"] as const).filter(
    (part) => part === listed || countOf(property, part) > 0,
  );
  return ["late", ...parts, "seen"];
}

function emptyMessage(chosen: DevicesListed | "filtered"): string {
  if (chosen === "late") return t`Every device here is online.`;
  return t`No device here is of this kind. Choose others above.`;
}

/** Devices that a property shows at first, and those that it shows more of at a time. */
const FIRST_DEVICES = 10;
const MORE_DEVICES = 50;

/** Of which statuses the devices of a choice are. */
const statusesOf: Readonly<Record<DevicesListed, readonly DeviceStatus[]>> = {
  late: ["delayed", "offline", "unknown"],
  online: ["online"],
  delayed: ["delayed"],
  offline: ["offline"],
  unknown: ["unknown"],
  seen: ["online", "delayed", "offline"],
};

/** How many devices of a choice a property's row counts. */
function countOf(row: DeviceHealthProperty, listed: DevicesListed): number {
  return statusesOf[listed].reduce((sum, status) => sum + row[`${status}_devices`], 0);
}

/** What the list of a property's devices asks: the statuses chosen there, else those of the screen's filter, else not online. */
function lateDevicesParams(search: GatewaySearch, ordering: string) {
  const params = propertyDevicesParams(search, ordering);
  if (search.listed === undefined) return params;
  return { ...params, status: [...statusesOf[search.listed]] };
}

/**
 * A property's devices: page 0 has the first ones, pages from 1 on all of them, those first ones among them. While others are on their way the rows before stay.
 */
function lateDevicesQuery(id: number, search: GatewaySearch, ordering: string) {
  const params = lateDevicesParams(search, ordering);
  return infiniteQueryOptions({
    // Has the prefix of other calls' keys, so that new thresholds invalidate these, too.
    queryKey: ["/device-health/ late devices", activeOrganization(), id, params],
    queryFn: ({ pageParam, signal }) =>
      call("GET /v1/reporting/device-health/portfolio-insights/properties/{id}/meters", {
        params: { id },
        query: { ...params, page: Math.max(1, pageParam), page_size: pageParam === 0 ? FIRST_DEVICES : MORE_DEVICES },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}
