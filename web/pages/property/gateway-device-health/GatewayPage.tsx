import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { DeviceHealthProperty } from "../../../../contract/inventory/devices.ts";
import { exportOf } from "../../../app/export.ts";
import { dependent } from "../../../app/query.ts";
import { LinkNotice } from "../../../app/report/filters/LinkNotice.tsx";
import report from "../../../app/report/report.module.css";
import { today } from "../../../app/report/search/calendar.ts";
import { type ListState, ListTable } from "../../../app/report/table/ListTable.tsx";
import { CriticalAlerts } from "../device-parts/CriticalAlerts.tsx";
import { propertyDeviceColumns } from "../device-parts/device-columns.tsx";
import { deviceKey, lastSeenDay, meterTarget } from "../device-parts/device-target.ts";
import { noMatchMessage } from "../device-parts/device-text.ts";
import classes from "../device-parts/devices.module.css";
import { GatewayFilters } from "../device-parts/GatewayFilters.tsx";
import { propertyDevicesParams, propertyDevicesQuery, silentFirst } from "../device-parts/gateway-queries.ts";
import type { AlertTab } from "../device-parts/gateway-search-fields.ts";
import { type GatewayView, gatewayView } from "../device-parts/gateway-view.ts";
import { HealthCards } from "../device-parts/HealthCards.tsx";
import { PrintedAsOf } from "../device-parts/PrintedAsOf.tsx";
import { PropertiesHealth } from "../device-parts/PropertiesHealth.tsx";
import { useZones } from "../device-parts/use-zones.ts";
import { NeedsPerson } from "./NeedsPerson.tsx";

const ThresholdsDialog = lazy(() => import("../device-parts/thresholds/ThresholdsDialog.tsx"));

/** Which devices report, which need a person, and what is not measured because of them. */
export function GatewayPage(): ReactNode {
  const navigate = useNavigate({ from: "/gateway-device-health" });
  const alerts = useRef<HTMLDivElement>(null);
  const properties = useRef<HTMLDivElement>(null);
  const view = gatewayView(
    "property",
    useSearch({ from: "/signed-in/gateway-device-health" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const showDevices: ComponentProps<typeof HealthCards>["onShow"] = (tab, devices) => {
    view.showList(tab, devices);
    alerts.current?.scrollIntoView({ block: "start" });
  };
  const showAlerts = (tab: AlertTab) => showDevices(tab, {});
  const showProperties = () => properties.current?.scrollIntoView({ block: "start" });
  const showProperty = (id: number) => {
    view.showProperty(id);
    showProperties();
  };
  return (
    <div className={report.stack}>
      <title>{t`Gateway & Device Health · Dripline`}</title>
      <GatewayFilters
        title={t`Gateway & Device Health`}
        subtitle={t`Monitor and manage device connectivity across properties.`}
        view={view}
        onThresholds={() => view.setDialog("thresholds")}
      />
      <PrintedAsOf view={view} />
      <LinkNotice view={view} />
      <NeedsPerson view={view} onShow={showAlerts} onShowProperty={showProperty} />
      <HealthCards view={view} onShow={showDevices} onShowProperties={showProperties} />
      <CriticalAlerts view={view} frame={alerts} onShowProperty={showProperty} />
      <PropertiesHealth
        view={view}
        frame={properties}
        devices={(property) => <PropertyDevices view={view} property={property} />}
      />
      <Suspense fallback={null}>
        {view.search.dialog === "thresholds" && <ThresholdsDialog onClose={() => view.setDialog(undefined)} />}
      </Suspense>
    </div>
  );
}

/** The devices of one property, longest without data first. A meter opens its page. */
function PropertyDevices({ view, property }: { view: GatewayView; property: DeviceHealthProperty }): ReactNode {
  const id = property.property_id;
  const state = useOwnState();
  const list = useQuery(dependent(propertyDevicesQuery(id, view.search, state)));
  const zoneOf = useZones();
  const navigate = useNavigate();
  return (
    <div className={classes.devices}>
      <ListTable
        caption={t`Devices of ${property.property_name}`}
        columns={propertyDeviceColumns(zoneOf)}
        rowKey={deviceKey}
        list={list}
        state={state}
        ordering={state.ordering}
        what={t`The devices`}
        layoutName="device_health_devices"
        hiddenAtFirst={["meters"]}
        heading={<h3 className={classes.name}>{t`Devices of ${property.property_name}`}</h3>}
        onOpenRow={(row) => {
          if (row.device_type !== "meter") return;
          void navigate(meterTarget(view.area, row, lastSeenDay(row, zoneOf), view.search.date, today()));
        }}
        onExport={exportOf("GET /v1/reporting/device-health/portfolio-detail/properties/{id}/meters/export", {
          params: { id },
          query: propertyDevicesParams(view.search, state.ordering),
        })}
        empty={{ sentence: noMatchMessage(view.search) ?? t`A device shows here once it is in the inventory.` }}
      />
    </div>
  );
}

/** Order and page of a table that unfolds: they live as long as it is unfolded. */
function useOwnState(): ListState & { ordering: string } {
  const [{ ordering, page, pageSize }, setState] = useState({ ordering: silentFirst, page: 0, pageSize: 10 });
  return {
    ordering,
    page,
    pageSize,
    setOrdering: (next) => setState({ ordering: next, page: 0, pageSize }),
    setPage: (next) => setState({ ordering, page: next, pageSize }),
    setPageSize: (next) => setState({ ordering, page: 0, pageSize: next }),
  };
}
